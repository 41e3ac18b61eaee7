/* Promise.allSettled: Rhino's has a blank before the word "rejected". */
(function () {
  'use strict';

  return {
    allSettled: function allSettled(promises) {
      const Type = this;
      return new Type(function (resolve) {
        const results = [];
        let left = 1;

        function settle(index, result) {
          results[index] = result;
          left--;
          if (left === 0) {
            resolve(results);
          }
        }

        let count = 0;
        for (const promise of promises) {
          const index = count++;
          left++;
          Type.resolve(promise).then(function (value) {
            settle(index, { status: 'fulfilled', value: value });
          }, function (reason) {
            settle(index, { status: 'rejected', reason: reason });
          });
        }
        left--;
        if (left === 0) {
          resolve(results);
        }
      });
    }
  };
})
