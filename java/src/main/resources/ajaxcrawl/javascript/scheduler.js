/* scheduler.postTask and scheduler.yield (Prioritized Task Scheduling). */
(function (window) {
  'use strict';

  const RANKS = ['user-blocking', 'continuation', 'user-visible', 'background'];
  const waiting = RANKS.map(function () {
    return [];
  });

  function runOne() {
    const queue = waiting.find(function (one) {
      return one.length > 0;
    });
    if (queue) {
      queue.shift()();
    }
  }

  function enqueue(priority, task, delay) {
    window.setTimeout(function () {
      waiting[RANKS.indexOf(priority)].push(task);
      window.setTimeout(runOne, 0);
    }, delay);
  }

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
          if (signal) {
            signal.addEventListener('abort', function () {
              reject(signal.reason);
            });
          }
          const priority = RANKS.indexOf(given.priority) < 0 ? 'user-visible' : given.priority;
          enqueue(priority, function () {
            if (signal && signal.aborted) {
              return;
            }
            try {
              resolve(callback());
            } catch (e) {
              reject(e);
            }
          }, given.delay || 0);
        });
      },
      yield: function () {
        return new Promise(function (resolve) {
          enqueue('continuation', resolve, 0);
        });
      }
    }
  };
})
