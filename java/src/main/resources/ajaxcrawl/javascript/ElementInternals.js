/* ElementInternals: what custom elements tell forms and assistive technology, none of which reads a snapshot. */
(function (window) {
  'use strict';

  const VALID = { valid: true, badInput: false, customError: false, patternMismatch: false, rangeOverflow: false,
    rangeUnderflow: false, stepMismatch: false, tooLong: false, tooShort: false, typeMismatch: false, valueMissing: false };

  function ElementInternals(element) {
    Object.defineProperty(this, '_element', { value: element });
    this.states = new Set();
    this.willValidate = true;
    this.validity = VALID;
    this.validationMessage = '';
  }
  ElementInternals.prototype = {
    constructor: ElementInternals,
    get shadowRoot() {
      return this._element.shadowRoot;
    },
    get form() {
      return this._element.closest('form');
    },
    get labels() {
      return [];
    },
    setFormValue: function () { },
    setValidity: function (flags, message) {
      const given = flags || {};
      const bad = Object.keys(given).some(function (name) {
        return given[name];
      });
      this.validity = Object.assign({}, VALID, given, { valid: !bad });
      this.validationMessage = bad ? String(message) : '';
    },
    checkValidity: function () {
      return this.validity.valid;
    },
    reportValidity: function () {
      return this.validity.valid;
    }
  };

  const known = new WeakSet();

  return {
    ElementInternals: ElementInternals,
    attachInternals: function () {
      if (this.localName.indexOf('-') < 0 || known.has(this)) {
        throw new window.DOMException("Failed to execute 'attachInternals' on 'HTMLElement'", 'NotSupportedError');
      }
      known.add(this);
      return new ElementInternals(this);
    }
  };
})
