/* ErrorEvent and PromiseRejectionEvent with their members. */
(function (window) {
  'use strict';

  function kind(name, defaults) {
    function Type(type, init) {
      const given = init || {};
      const event = new window.Event(type, given);
      Object.setPrototypeOf(event, new.target.prototype);
      values.set(event, Object.keys(defaults).reduce(function (own, key) {
        own[key] = given[key] === undefined ? defaults[key] : given[key];
        return own;
      }, {}));
      return event;
    }
    const values = new WeakMap();
    Object.defineProperty(Type, 'name', { value: name });
    Type.prototype = Object.create(window.Event.prototype, {
      constructor: { value: Type, writable: true, configurable: true }
    });
    Object.setPrototypeOf(Type, window.Event);
    Object.keys(defaults).forEach(function (key) {
      Object.defineProperty(Type.prototype, key, {
        configurable: true,
        enumerable: true,
        get: function () {
          return values.get(this)[key];
        }
      });
    });
    Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return Type;
  }

  return {
    ErrorEvent: kind('ErrorEvent', { message: '', filename: '', lineno: 0, colno: 0, error: undefined }),
    PromiseRejectionEvent: kind('PromiseRejectionEvent', { promise: undefined, reason: undefined })
  };
})
