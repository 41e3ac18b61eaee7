/* Members of form controls that HtmlUnit lacks (HTML Standard, 4.10). */
(function (window) {
  'use strict';

  const defaults = new WeakMap();

  function own(output) {
    return defaults.has(output) ? defaults.get(output) : output.textContent;
  }

  /* Outputs show again what they showed before scripts gave them a value. */
  let watched = false;
  function watchResets() {
    if (!watched) {
      watched = true;
      window.document.addEventListener('reset', function (event) {
        Array.from(event.defaultPrevented ? [] : event.target.querySelectorAll('output')).forEach(function (output) {
          if (defaults.has(output)) {
            output.textContent = defaults.get(output);
            defaults.delete(output);
          }
        });
      });
    }
  }

  /* Replaces a part of a field's text, and selects as it is told. */
  function setRangeText(text, start, end, mode) {
    const from = start === undefined ? this.selectionStart : start;
    const to = end === undefined ? this.selectionEnd : end;
    if (from > to) {
      throw new window.DOMException("Failed to execute 'setRangeText': The provided start value is larger than the end value.",
        'IndexSizeError');
    }
    const value = this.value;
    const replacement = String(text);
    const after = from + replacement.length;
    this.value = value.slice(0, from) + replacement + value.slice(to);
    if (mode === 'select') {
      this.setSelectionRange(from, after);
    } else if (mode === 'start' || mode === 'end') {
      this.setSelectionRange(mode === 'start' ? from : after, mode === 'start' ? from : after);
    }
  }

  const selectionDirection = {
    get: function () {
      return this.type === undefined || /^(text|search|url|tel|password|textarea)$/.test(this.type) ? 'none' : null;
    },
    set: function () { }
  };

  return {
    HTMLOutputElement: {
      type: {
        get: function () {
          return 'output';
        }
      },
      value: {
        get: function () {
          return this.textContent;
        },
        set: function (value) {
          watchResets();
          defaults.set(this, own(this));
          this.textContent = value;
        }
      },
      defaultValue: {
        get: function () {
          return own(this);
        },
        set: function (value) {
          if (defaults.has(this)) {
            defaults.set(this, String(value));
          } else {
            this.textContent = value;
          }
        }
      }
    },
    HTMLProgressElement: {
      position: {
        get: function () {
          return this.hasAttribute('value') ? Math.min(this.value / this.max, 1) : -1;
        }
      }
    },
    indeterminate: {
      get: function () {
        return defaults.get(this) === true;
      },
      set: function (value) {
        defaults.set(this, Boolean(value));
      }
    },
    list: {
      get: function () {
        const list = this.hasAttribute('list') ? this.getRootNode().querySelector('#' + window.CSS.escape(this.getAttribute('list'))) : null;
        return list && list.localName === 'datalist' ? list : null;
      }
    },
    selectionDirection: selectionDirection,
    setRangeText: setRangeText,
    showPicker: function () { }
  };
})
