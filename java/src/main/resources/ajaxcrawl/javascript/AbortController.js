/* AbortController and AbortSignal (DOM Standard, aborting ongoing activities). */
(function (window) {
  'use strict';

  const DOMException = window.DOMException;
  let creating = false;

  function AbortSignal() {
    if (!creating) {
      throw new TypeError('Illegal constructor');
    }
  }
  AbortSignal.prototype = Object.create(window.EventTarget.prototype, {
    constructor: { value: AbortSignal, writable: true, configurable: true }
  });
  Object.setPrototypeOf(AbortSignal, window.EventTarget);

  const states = new WeakMap();

  function create() {
    const signal = new window.EventTarget();
    Object.setPrototypeOf(signal, AbortSignal.prototype);
    states.set(signal, { aborted: false, reason: undefined, dependents: [], onabort: null });
    return signal;
  }

  function state(signal) {
    const found = states.get(signal);
    if (!found) {
      throw new TypeError('Illegal invocation');
    }
    return found;
  }

  function abort(signal, reason) {
    const own = state(signal);
    if (own.aborted) {
      return;
    }
    own.aborted = true;
    own.reason = reason === undefined ? new DOMException('signal is aborted without reason', 'AbortError') : reason;
    signal.dispatchEvent(new window.Event('abort'));
    const dependents = own.dependents;
    own.dependents = [];
    dependents.forEach(function (dependent) {
      abort(dependent, own.reason);
    });
  }

  function define(object, members) {
    const descriptors = Object.getOwnPropertyDescriptors(members);
    Object.keys(descriptors).forEach(function (name) {
      descriptors[name].enumerable = true;
      Object.defineProperty(object, name, descriptors[name]);
    });
  }

  define(AbortSignal.prototype, {
    get aborted() {
      return state(this).aborted;
    },
    get reason() {
      return state(this).reason;
    },
    get onabort() {
      return state(this).onabort;
    },
    set onabort(handler) {
      const own = state(this);
      if (own.onabort) {
        this.removeEventListener('abort', own.onabort);
      }
      own.onabort = typeof handler === 'function' ? handler : null;
      if (own.onabort) {
        this.addEventListener('abort', own.onabort);
      }
    },
    throwIfAborted: function throwIfAborted() {
      const own = state(this);
      if (own.aborted) {
        throw own.reason;
      }
    }
  });
  Object.defineProperty(AbortSignal.prototype, Symbol.toStringTag, { value: 'AbortSignal', configurable: true });

  define(AbortSignal, {
    abort: function (reason) {
      const signal = create();
      abort(signal, reason);
      return signal;
    },
    timeout: function (milliseconds) {
      const signal = create();
      window.setTimeout(function () {
        abort(signal, new DOMException('signal timed out', 'TimeoutError'));
      }, milliseconds);
      return signal;
    },
    any: function (signals) {
      const result = create();
      Array.from(signals).forEach(function (source) {
        const own = state(source);
        if (own.aborted) {
          abort(result, own.reason);
        } else {
          own.dependents.push(result);
        }
      });
      return result;
    }
  });

  function AbortController() {
    if (new.target === undefined) {
      throw new TypeError("Failed to construct 'AbortController': Please use the 'new' operator");
    }
    Object.defineProperty(this, '_signal', { value: create() });
  }
  define(AbortController.prototype, {
    get signal() {
      return this._signal;
    },
    abort: function (reason) {
      abort(this._signal, reason);
    }
  });
  Object.defineProperty(AbortController.prototype, Symbol.toStringTag, { value: 'AbortController', configurable: true });

  return { AbortController: AbortController, AbortSignal: AbortSignal };
})
