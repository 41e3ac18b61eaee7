/* Forms that scripts send, and what they read of them (HTML Standard, 4.10.21 and 4.10.22). */
(function (window, host) {
  'use strict';

  const Native = host.replaced.FormData;
  const additions = [];

  const entries = new WeakMap(); // HtmlUnit gives no files back

  function valueOf(value, filename) {
    if (!(value instanceof window.Blob)) {
      return String(value);
    }
    return value instanceof window.File && filename === undefined ? value
      : new window.File([value], filename === undefined ? 'blob' : String(filename), { type: value.type });
  }

  function others(data, name) {
    return entries.get(data).filter(function (entry) {
      return entry[0] !== String(name);
    });
  }

  function named(data, name) {
    return entries.get(data).filter(function (entry) {
      return entry[0] === String(name);
    });
  }

  function second(entry) {
    return entry[1];
  }

  const iterate = Native.prototype.entries;
  const native = { append: Native.prototype.append, set: Native.prototype.set, delete: Native.prototype.delete };

  const members = {
    append: function (name, value, filename) {
      native.append.apply(this, arguments);
      entries.get(this).push([String(name), valueOf(value, filename)]);
    },
    set: function (name, value, filename) {
      native.set.apply(this, arguments);
      const all = entries.get(this);
      const at = all.indexOf(named(this, name)[0]);
      const entry = [String(name), valueOf(value, filename)];
      const rest = others(this, name);
      rest.splice(at < 0 ? rest.length : others(this, name).filter(function (other) {
        return all.indexOf(other) < at;
      }).length, 0, entry);
      entries.set(this, rest);
    },
    delete: function (name) {
      native.delete.call(this, name);
      entries.set(this, others(this, name));
    },
    get: function (name) {
      const found = named(this, name);
      return found.length ? found[0][1] : null;
    },
    getAll: function (name) {
      return named(this, name).map(second);
    },
    has: function (name) {
      return named(this, name).length > 0;
    },
    forEach: function (callback, self) {
      entries.get(this).forEach(function (entry) {
        callback.call(self, entry[1], entry[0], this);
      }, this);
    },
    entries: function () {
      return entries.get(this).map(function (entry) {
        return entry.slice();
      })[Symbol.iterator]();
    },
    keys: function () {
      return entries.get(this).map(function (entry) {
        return entry[0];
      })[Symbol.iterator]();
    },
    values: function () {
      return entries.get(this).map(second)[Symbol.iterator]();
    }
  };

  function FormDataEvent(type, init) {
    const event = Reflect.construct(window.Event, [type, init], new.target || FormDataEvent);
    Object.defineProperty(event, 'formData', { value: init.formData, enumerable: true });
    return event;
  }
  FormDataEvent.prototype = Object.create(window.Event.prototype, {
    constructor: { value: FormDataEvent, writable: true, configurable: true }
  });

  /* A form's entries: after the browser's own elements come others', and what listeners of formdata say. */
  function FormData(form) {
    const data = Reflect.construct(Native, Array.from(arguments), new.target || FormData);
    entries.set(data, Array.from(iterate.call(data), function (entry) {
      const isFile = form.elements && form.querySelector('input[type=file][name="' + window.CSS.escape(entry[0]) + '"]');
      return [entry[0], isFile ? new window.File([], '') : entry[1].replace(/\r\n/g, '\n')];
    }));
    if (form instanceof window.HTMLFormElement) {
      additions.forEach(function (add) {
        add(form, data);
      });
      form.dispatchEvent(new FormDataEvent('formdata', { bubbles: true, formData: data }));
    }
    return data;
  }
  FormData.prototype = Native.prototype;
  Object.keys(members).forEach(function (name) {
    Object.defineProperty(FormData.prototype, name, { value: members[name], writable: true, enumerable: true, configurable: true });
  });
  Object.defineProperty(FormData.prototype, Symbol.iterator, { value: members.entries, writable: true, configurable: true });
  Object.defineProperty(FormData.prototype, 'constructor', { value: FormData, writable: true, configurable: true });

  return {
    FormData: FormData,
    FormDataEvent: FormDataEvent,
    additions: additions,
    requestSubmit: function (submitter) {
      if (submitter !== undefined && submitter !== null) {
        host.replaced.requestSubmit.call(this, submitter);
      } else if (this.noValidate || this.checkValidity()) {
        const event = new window.SubmitEvent('submit', { bubbles: true, cancelable: true });
        if (this.dispatchEvent(event)) {
          window.HTMLFormElement.prototype.submit.call(this);
        }
      }
    }
  };
})
