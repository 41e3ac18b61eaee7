/* Atomics: a page's scripts run one at a time, so each operation is atomic. */
(function (window) {
  'use strict';

  const Atomics = Object.create(Object.prototype, { [Symbol.toStringTag]: { value: 'Atomics', configurable: true } });

  function place(array, index) {
    if (!ArrayBuffer.isView(array) || array instanceof DataView || /Float|Clamped/.test(array.constructor.name)) {
      throw new TypeError('[object Array] is not an integer typed array.');
    }
    const at = index === undefined ? 0 : Math.trunc(Number(index)) || 0;
    if (at < 0 || at >= array.length) {
      throw new RangeError('Invalid atomic access index');
    }
    return at;
  }

  function whole(array, value) {
    return /^Big/.test(array.constructor.name) ? BigInt(value) : Math.trunc(Number(value)) || 0;
  }

  function define(name, length, action) {
    Object.defineProperty(action, 'length', { value: length, configurable: true });
    Object.defineProperty(action, 'name', { value: name, configurable: true });
    Object.defineProperty(Atomics, name, { value: action, writable: true, configurable: true });
  }

  function change(name, operation) {
    define(name, 3, function (array, index, value) {
      const at = place(array, index);
      const old = array[at];
      array[at] = operation(old, whole(array, value));
      return old;
    });
  }

  change('add', (old, value) => old + value);
  change('sub', (old, value) => old - value);
  change('and', (old, value) => old & value);
  change('or', (old, value) => old | value);
  change('xor', (old, value) => old ^ value);
  change('exchange', (old, value) => value);
  define('compareExchange', 4, function (array, index, expected, value) {
    const at = place(array, index);
    const old = array[at];
    const probe = new array.constructor([whole(array, expected)]);
    if (old === probe[0]) {
      array[at] = whole(array, value);
    }
    return old;
  });
  define('load', 2, (array, index) => array[place(array, index)]);
  define('store', 3, function (array, index, value) {
    const given = whole(array, value);
    array[place(array, index)] = given;
    return given;
  });
  define('pause', 0, function () {});
  define('isLockFree', 1, (size) => [1, 2, 4, 8].includes(size));
  define('notify', 3, function (array, index) {
    if (!(array instanceof Int32Array || array instanceof BigInt64Array)) {
      throw new TypeError('[object Array] is not an int32 or BigInt64 typed array.');
    }
    place(array, index);
    return 0;
  });
  define('wait', 4, function () {
    throw new TypeError('Atomics.wait cannot be called in this context');
  });
  define('waitAsync', 4, function (array, index, value, timeout) {
    if (array[place(array, index)] !== whole(array, value)) {
      return { async: false, value: 'not-equal' };
    }
    if (timeout !== undefined && !(Number(timeout) > 0)) {
      return { async: false, value: 'timed-out' };
    }
    return { async: true, value: new Promise(function (resolve) {
      if (timeout !== undefined && Number(timeout) < Infinity) {
        window.setTimeout(resolve, Number(timeout), 'timed-out');
      }
    }) };
  });
  return { Atomics: Atomics };
})
