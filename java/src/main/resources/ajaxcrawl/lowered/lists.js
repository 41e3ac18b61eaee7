// Patterns of arrays: every object has properties that give as many elements as its iterator has; see array_patterns.js.
(function (runtime) {
  'use strict';

  var MOST = 9;
  var arrayIterator = Array.prototype[Symbol.iterator];
  var arrayNext = Object.getPrototypeOf([][Symbol.iterator]()).next;

  // As many elements as are there, at most `count`; the iterator is closed where it has more.
  function take(value, count) {
    var method = value[Symbol.iterator];
    if (typeof method !== 'function') {
      throw new TypeError((typeof value === 'function' || Object(value) !== value ? String(value) : 'object') + ' is not iterable');
    }
    var iterator = method.call(value);
    var next = iterator.next;
    var list = [];
    while (list.length < count) {
      var step = next.call(iterator);
      if (Object(step) !== step) throw new TypeError('Iterator result ' + String(step) + ' is not an object');
      if (step.done) return list;
      list.push(step.value);
    }
    var end = iterator.return;
    if (end !== undefined && end !== null) {
      var result = end.call(iterator);
      if (Object(result) !== result) throw new TypeError(String(result) + ' is not an object');
    }
    return list;
  }

  function isAsItWas(array) {
    return array[Symbol.iterator] === arrayIterator && Object.getPrototypeOf(arrayIterator.call(array)).next === arrayNext;
  }

  function key(count) {
    var symbol = Symbol('Symbol.iterator');
    Object.defineProperty(Object.prototype, symbol, { get: function () { return take(this, count); } });
    Object.defineProperty(Array.prototype, symbol, {
      get: function () { return Array.isArray(this) && isAsItWas(this) ? this : take(this, count); }
    });
    return symbol;
  }

  for (var i = 0; i <= MOST; i++) runtime['list' + i] = key(i);
  runtime.rest = key(Infinity);

  var longer = {};

  runtime.listOf = function (count) {
    return longer[count] || (longer[count] = key(count));
  };
})
