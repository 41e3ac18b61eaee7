/* getOrInsert and getOrInsertComputed of Map and WeakMap (ECMAScript 2026). */
(function () {
  'use strict';

  return {
    getOrInsert: function (key, value) {
      if (!this.has(key)) {
        this.set(key, value);
      }
      return this.get(key);
    },
    getOrInsertComputed: function (key, compute) {
      if (typeof compute !== 'function') {
        throw new TypeError(String(compute) + ' is not a function');
      }
      if (!this.has(key)) {
        this.set(key, compute(key === 0 ? 0 : key)); // not -0
      }
      return this.get(key);
    }
  };
})
