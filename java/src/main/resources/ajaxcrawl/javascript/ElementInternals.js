/* ElementInternals: what custom elements tell forms (HTML Standard, 4.13.7). Assistive technology reads no snapshot. */
(function (window, host) {
  'use strict';

  const FLAGS = ['badInput', 'customError', 'patternMismatch', 'rangeOverflow', 'rangeUnderflow', 'stepMismatch', 'tooLong',
    'tooShort', 'typeMismatch', 'valueMissing'];
  const known = new WeakMap();

  function validity(flags) {
    const state = {};
    FLAGS.forEach(function (name) {
      state[name] = Boolean(flags[name]);
    });
    state.valid = !FLAGS.some(function (name) {
      return state[name];
    });
    return Object.freeze(state);
  }

  function refuse(where, message) {
    throw new window.DOMException("Failed to execute '" + where + ": " + message, 'NotSupportedError');
  }

  function ElementInternals() {
    throw new TypeError('Illegal constructor');
  }

  /* The element, where forms may know of it. */
  function associated(internals) {
    if (!internals._element.constructor.formAssociated) {
      refuse("attachInternals' on 'ElementInternals'", 'The target element is not a form-associated custom element.');
    }
    return internals._element;
  }

  const { isDisabled, owner } = host.use('formAssociated.js');

  /* Names that selectors find as :state(name). */
  function CustomStateSet() {
    throw new TypeError('Illegal constructor');
  }
  const owners = new WeakMap();
  CustomStateSet.prototype = Object.create(Set.prototype, {
    constructor: { value: CustomStateSet, writable: true, configurable: true },
    add: {
      value: function add(name) {
        host.setState(owners.get(this), 'custom-' + name, true);
        return Set.prototype.add.call(this, String(name));
      }
    },
    delete: {
      value: function (name) {
        host.setState(owners.get(this), 'custom-' + name, false);
        return Set.prototype.delete.call(this, String(name));
      }
    },
    clear: {
      value: function clear() {
        Array.from(this).forEach(this.delete, this);
      }
    }
  });
  Object.defineProperty(CustomStateSet.prototype, Symbol.toStringTag, { value: 'CustomStateSet', configurable: true });

  function statesOf(element) {
    const states = Object.setPrototypeOf(new Set(), CustomStateSet.prototype);
    owners.set(states, element);
    return states;
  }

  /* What :valid and :invalid match. */
  function tellSelectors(internals) {
    host.setState(internals._element, 'valid', internals._validity.valid);
    host.setState(internals._element, 'invalid', !internals._validity.valid);
    if (internals.form) {
      host.setState(internals.form, 'invalid', within(internals.form).some(function (own) {
        return !own._validity.valid;
      }));
    }
  }

  ElementInternals.prototype = {
    constructor: ElementInternals,
    get shadowRoot() {
      return this._element.shadowRoot;
    },
    get form() {
      return owner(associated(this));
    },
    get labels() {
      const element = associated(this);
      return element.getRootNode().querySelectorAll(element.id ? 'label[for="' + window.CSS.escape(element.id) + '"]' : ':not(*)');
    },
    get willValidate() {
      return !isDisabled(associated(this));
    },
    get validity() {
      associated(this);
      return this._validity;
    },
    get validationMessage() {
      associated(this);
      return this._message;
    },
    setFormValue: function (value) {
      associated(this);
      this._value = value instanceof window.FormData ? Array.from(value) : value === undefined ? null : value;
    },
    setValidity: function (flags, message) {
      associated(this);
      this._validity = validity(flags || {});
      if (!this._validity.valid && !message) {
        throw new TypeError("Failed to execute 'setValidity' on 'ElementInternals': The second argument should not be empty"
          + ' if one or more flags in the first argument are true.');
      }
      this._message = this._validity.valid ? '' : String(message);
      tellSelectors(this);
    },
    checkValidity: function () {
      const valid = !this.willValidate || this.validity.valid;
      if (!valid) {
        this._element.dispatchEvent(new window.Event('invalid', { cancelable: true }));
      }
      return valid;
    },
    reportValidity: function () {
      return this.checkValidity();
    },
    /* What it adds to a form's entries: pairs. */
    _entries: function () {
      const name = this._element.getAttribute('name');
      return this._value === null || isDisabled(this._element) ? []
        : Array.isArray(this._value) ? this._value : name ? [[name, this._value]] : [];
    }
  };
  Object.defineProperty(ElementInternals.prototype, Symbol.toStringTag, { value: 'ElementInternals', configurable: true });

  /* The internals of a form's custom elements, in tree order. */
  function within(form) {
    return Array.from(form.getRootNode().querySelectorAll('*')).map(function (element) {
      return known.get(element);
    }).filter(function (internals) {
      return internals && internals._element.constructor.formAssociated && internals.form === form;
    });
  }

  /* From the first element on that forms may know of: forms look for more than the browser's own elements. */
  let watched = false;
  function watchForms() {
    host.use('forms.js').additions.push(function (form, data) {
      within(form).forEach(function (internals) {
        internals._entries().forEach(function (entry) {
          data.append(entry[0], entry[1]);
        });
      });
    });
    ['checkValidity', 'reportValidity'].forEach(function (name) {
      const native = window.HTMLFormElement.prototype[name];
      window.HTMLFormElement.prototype[name] = function () {
        const own = within(this).filter(function (internals) {
          return !internals.checkValidity();
        });
        return native.call(this) && own.length === 0;
      };
    });
    window.document.addEventListener('reset', function (event) {
      within(event.target).forEach(function (internals) {
        const element = internals._element;
        if (typeof element.formResetCallback === 'function') {
          element.formResetCallback();
        }
      });
    });
    watched = true;
  }

  return {
    ElementInternals: ElementInternals,
    CustomStateSet: CustomStateSet,
    attachInternals: function () {
      if (this.localName.indexOf('-') < 0 || known.has(this)) {
        refuse("attachInternals' on 'HTMLElement'", known.has(this) ? 'ElementInternals for the specified element was already attached.'
          : 'Unable to attach ElementInternals to non-custom elements.');
      }
      const internals = Object.create(ElementInternals.prototype);
      internals.states = statesOf(this);
      Object.defineProperties(internals, {
        _element: { value: this },
        _value: { value: null, writable: true },
        _validity: { value: validity({}), writable: true },
        _message: { value: '', writable: true }
      });
      known.set(this, internals);
      if (this.constructor.formAssociated) {
        tellSelectors(internals);
        if (!watched) {
          watchForms();
        }
      }
      return internals;
    }
  };
})
