/* scheduler.postTask and scheduler.yield (Prioritized Task Scheduling), without priorities. */
(function (window) {
  'use strict';

  return {
    scheduler: {
      postTask: function (callback, options) {
        const given = options || {};
        const signal = given.signal;
        return new Promise(function (resolve, reject) {
          if (signal && signal.aborted) {
            reject(signal.reason);
            return;
          }
          const id = window.setTimeout(function () {
            try {
              resolve(callback());
            } catch (e) {
              reject(e);
            }
          }, given.delay || 0);
          if (signal) {
            signal.addEventListener('abort', function () {
              window.clearTimeout(id);
              reject(signal.reason);
            });
          }
        });
      },
      yield: function () {
        return new Promise(function (resolve) {
          window.setTimeout(resolve, 0);
        });
      }
    }
  };
})
