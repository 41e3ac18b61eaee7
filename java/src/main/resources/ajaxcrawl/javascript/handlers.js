/* Event handler properties (HTML Standard, 8.1.8.1) of targets that are made of EventTarget. */
(function () {
  'use strict';

  const known = new WeakMap();

  /* The listener of a target's handler: it keeps its place among the others when another function is set. */
  function slot(target, type) {
    if (!known.has(target)) {
      known.set(target, {});
    }
    const slots = known.get(target);
    if (!slots[type]) {
      slots[type] = { handler: null };
      target.addEventListener(type, function (event) {
        const handler = slots[type].handler;
        if (typeof handler === 'function' && handler.call(target, event) === false) {
          event.preventDefault();
        }
      });
    }
    return slots[type];
  }

  /* Gives a prototype `on…` accessors. */
  function handlers(prototype, types) {
    types.forEach(function (type) {
      Object.defineProperty(prototype, 'on' + type, {
        get: function () {
          return known.has(this) && known.get(this)[type] ? known.get(this)[type].handler : null;
        },
        set: function (given) {
          slot(this, type).handler = typeof given === 'function' || typeof given === 'object' ? given : null;
        },
        configurable: true,
        enumerable: true
      });
    });
  }

  /* A class of targets that `create` makes; its name is the standard's. */
  function targetClass(window, type, types) {
    type.prototype = Object.create(window.EventTarget.prototype, {
      constructor: { value: type, writable: true, configurable: true }
    });
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
    handlers(type.prototype, types);
    return type;
  }

  function create(window, type) {
    return Object.setPrototypeOf(new window.EventTarget(), type.prototype);
  }

  return { create, handlers, targetClass };
})
