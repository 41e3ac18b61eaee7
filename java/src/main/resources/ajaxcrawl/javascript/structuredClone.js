/* structuredClone (HTML Standard, safe passing of structured data). */
(function (window) {
  'use strict';

  const toString = Object.prototype.toString;
  const ERRORS = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

  function refuse(value) {
    const what = typeof value === 'function' || typeof value === 'symbol' ? String(value) : '#<Object>';
    throw new window.DOMException(
      "Failed to execute 'structuredClone' on 'Window': " + what + ' could not be cloned.', 'DataCloneError');
  }

  function cloneError(error) {
    const name = ERRORS.indexOf(error.name) < 0 ? 'Error' : error.name;
    const copy = new window[name](error.message);
    if ('cause' in error) {
      Object.defineProperty(copy, 'cause', { value: error.cause, writable: true, configurable: true });
    }
    Object.defineProperty(copy, 'stack', { value: error.stack, writable: true, configurable: true });
    return copy;
  }

  function cloneView(view, copy) {
    if (view instanceof DataView) {
      return new DataView(copy(view.buffer), view.byteOffset, view.byteLength);
    }
    return new view.constructor(copy(view.buffer), view.byteOffset, view.length);
  }

  function structuredClone(value, options) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'structuredClone' on 'Window': 1 argument required, but only 0 present.");
    }
    const seen = new Map();
    const transferred = options && options.transfer ? Array.from(options.transfer) : [];
    transferred.forEach(function (one) {
      if (one instanceof window.MessagePort) {
        seen.set(one, one);
      } else if (!(one instanceof ArrayBuffer) || one.detached) {
        refuse(one);
      }
    });

    function remember(original, copy) {
      seen.set(original, copy);
      return copy;
    }

    function copy(original) {
      if (typeof original === 'function' || typeof original === 'symbol') {
        refuse(original);
      }
      if (original === null || typeof original !== 'object') {
        return original;
      }
      if (seen.has(original)) {
        return seen.get(original);
      }
      if (Array.isArray(original)) {
        return own(original, remember(original, new Array(original.length)));
      }
      if (ArrayBuffer.isView(original)) {
        return remember(original, cloneView(original, copy));
      }
      switch (toString.call(original)) {
        case '[object Date]':
          return remember(original, new Date(original.getTime()));
        case '[object RegExp]':
          return remember(original, new RegExp(original.source, original.flags));
        case '[object Number]':
        case '[object String]':
        case '[object Boolean]':
          return remember(original, Object(original.valueOf()));
        case '[object BigInt]':
          return remember(original, Object(original.valueOf()));
        case '[object ArrayBuffer]':
          return remember(original, original.slice(0));
        case '[object Blob]':
        case '[object File]':
          return original;
        case '[object Error]':
          return remember(original, cloneError(original));
        case '[object Map]': {
          const map = remember(original, new Map());
          Array.from(original).forEach(function (entry) {
            map.set(copy(entry[0]), copy(entry[1]));
          });
          return map;
        }
        case '[object Set]': {
          const set = remember(original, new Set());
          Array.from(original).forEach(function (member) {
            set.add(copy(member));
          });
          return set;
        }
        case '[object DOMException]':
          return remember(original, new window.DOMException(original.message, original.name));
        case '[object DOMRect]':
        case '[object DOMRectReadOnly]':
        case '[object DOMPoint]':
        case '[object DOMPointReadOnly]':
        case '[object DOMMatrix]':
        case '[object DOMMatrixReadOnly]':
          return remember(original, window[toString.call(original).slice(8, -1)][/Rect/.test(toString.call(original)) ? 'fromRect'
            : /Point/.test(toString.call(original)) ? 'fromPoint' : 'fromMatrix'](original));
        case '[object ImageData]':
          return remember(original, new window.ImageData(new Uint8ClampedArray(original.data), original.width, original.height));
        case '[object WeakMap]':
        case '[object WeakSet]':
        case '[object WeakRef]':
        case '[object Promise]':
          return refuse(original);
        default:
          if (original instanceof window.EventTarget || original instanceof window.Event) {
            refuse(original);
          }
          return own(original, remember(original, {}));
      }
    }

    function own(original, target) {
      Object.keys(original).forEach(function (key) {
        target[key] = copy(original[key]);
      });
      return target;
    }

    const result = copy(value);
    transferred.forEach(function (one) {
      if (one instanceof ArrayBuffer) {
        one.transfer(); // its owner has it no longer
      }
    });
    return result;
  }

  return { structuredClone: structuredClone };
})
