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

  function TaskController(init) {
    const controller = Reflect.construct(window.AbortController, [], new.target || TaskController);
    const signal = controller.signal;
    signal.priority = init && init.priority || 'user-visible';
    controller.setPriority = function (priority) {
      const event = new window.Event('prioritychange');
      event.previousPriority = signal.priority;
      signal.priority = priority;
      signal.dispatchEvent(event);
    };
    return controller;
  }
  TaskController.prototype = Object.create(window.AbortController.prototype, {
    constructor: { value: TaskController, writable: true, configurable: true }
  });

  return {
    TaskController: TaskController,
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
          const wanted = given.priority || signal && signal.priority;
          const priority = RANKS.indexOf(wanted) < 0 ? 'user-visible' : wanted;
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
