/* Promise.allSettled: Rhino's has a blank before the word "rejected". */
(function () {
  'use strict';

  return {
    allSettled: function allSettled(promises) {
      const Type = this;
      return Type.all(Array.from(promises, function (promise) {
        return Type.resolve(promise).then(function (value) {
          return { status: 'fulfilled', value: value };
        }, function (reason) {
          return { status: 'rejected', reason: reason };
        });
      }));
    }
  };
})
