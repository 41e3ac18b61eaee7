/* Keys of indexedDB: their order, ranges, and the paths they stand at. */
(function (window) {
  'use strict';

  function isBinary(key) {
    return ArrayBuffer.isView(key) || Object.prototype.toString.call(key) === '[object ArrayBuffer]';
  }

  /* Keys in the order of the standard: numbers, dates, texts, bytes, arrays. */
  function rank(key) {
    return typeof key === 'number' && key === key ? 0 : key instanceof Date && !isNaN(key) ? 1 : typeof key === 'string' ? 2 : isBinary(key) ? 3
      : Array.isArray(key) ? 4 : -1;
  }

  function bytes(key) {
    return Array.from(ArrayBuffer.isView(key) ? new Uint8Array(key.buffer, key.byteOffset, key.byteLength) : new Uint8Array(key));
  }

  /* Refuses what is no key. */
  function check(key) {
    if (rank(key) < 0 || Array.isArray(key) && key.some(function (part) {
      return rank(part) < 0;
    })) {
      throw new window.DOMException('The parameter is not a valid key.', 'DataError');
    }
  }

  function compare(a, b) {
    check(a);
    check(b);
    if (rank(a) !== rank(b)) {
      return rank(a) < rank(b) ? -1 : 1;
    }
    if (isBinary(a)) {
      return compare(bytes(a), bytes(b));
    }
    if (Array.isArray(a)) {
      for (let i = 0; i < Math.min(a.length, b.length); i++) {
        const order = compare(a[i], b[i]);
        if (order) {
          return order;
        }
      }
      return Math.sign(a.length - b.length);
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function IDBKeyRange(lower, upper, lowerOpen, upperOpen) {
    this.lower = lower;
    this.upper = upper;
    this.lowerOpen = Boolean(lowerOpen);
    this.upperOpen = Boolean(upperOpen);
  }
  IDBKeyRange.prototype.includes = function (key) {
    const low = this.lower === undefined ? 1 : compare(key, this.lower);
    const high = this.upper === undefined ? -1 : compare(key, this.upper);
    return (this.lowerOpen ? low > 0 : low >= 0) && (this.upperOpen ? high < 0 : high <= 0);
  };
  Object.defineProperty(IDBKeyRange.prototype, Symbol.toStringTag, { value: 'IDBKeyRange', configurable: true });
  IDBKeyRange.only = function (key) {
    check(key);
    return new IDBKeyRange(key, key, false, false);
  };
  IDBKeyRange.lowerBound = function (key, open) {
    check(key);
    return new IDBKeyRange(key, undefined, open, true);
  };
  IDBKeyRange.upperBound = function (key, open) {
    check(key);
    return new IDBKeyRange(undefined, key, true, open);
  };
  IDBKeyRange.bound = function (lower, upper, lowerOpen, upperOpen) {
    const order = compare(lower, upper);
    if (order > 0 || order === 0 && (lowerOpen || upperOpen)) {
      throw new window.DOMException('The lower key is greater than the upper key.', 'DataError');
    }
    return new IDBKeyRange(lower, upper, lowerOpen, upperOpen);
  };

  function matches(query, key) {
    return query === undefined || query === null
      || (query instanceof IDBKeyRange ? query.includes(key) : compare(query, key) === 0);
  }

  function evaluate(path, value) {
    if (Array.isArray(path)) {
      return path.map(function (part) {
        return evaluate(part, value);
      });
    }
    return path === '' ? value : path.split('.').reduce(function (object, name) {
      return object === undefined || object === null ? undefined : object[name];
    }, value);
  }

  function assign(path, value, key) {
    const names = path.split('.');
    const last = names.pop();
    names.reduce(function (object, name) {
      return object[name] = object[name] || {};
    }, value)[last] = key;
  }

  function names(list) {
    const sorted = Array.from(list).sort();
    sorted.contains = function (name) {
      return sorted.indexOf(name) >= 0;
    };
    sorted.item = function (index) {
      return index < sorted.length ? sorted[index] : null;
    };
    return sorted;
  }

  return { IDBKeyRange, assign, check, compare, evaluate, matches, names, rank };
})
