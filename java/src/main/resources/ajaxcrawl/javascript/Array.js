/* Array.fromAsync (ECMAScript 2026). */
(function () {
  'use strict';

  return {
    fromAsync: function (source, mapper, thisArgument) {
      const Type = typeof this === 'function' ? this : Array;
      return new Promise(function (resolve, reject) {
        const isAsync = source !== null && source !== undefined && typeof source[Symbol.asyncIterator] === 'function';
        const isIterable = source !== null && source !== undefined && typeof source[Symbol.iterator] === 'function';
        const iterator = isAsync ? source[Symbol.asyncIterator]()
          : (isIterable ? source : Array.from(source))[Symbol.iterator]();
        const result = new Type();

        function fail(error) {
          reject(error);
        }

        function step() {
          Promise.resolve(iterator.next()).then(function (item) {
            if (item.done) {
              result.length = index;
              resolve(result);
              return;
            }
            Promise.resolve(item.value).then(function (value) {
              return mapper ? mapper.call(thisArgument, value, index) : value;
            }).then(function (value) {
              result[index++] = value;
              step();
            }, fail);
          }, fail);
        }

        let index = 0;
        step();
      });
    }
  };
})
