/* document.startViewTransition: the change is made, and there is nothing to animate. */
(function () {
  'use strict';

  return {
    startViewTransition: function (options) {
      const update = typeof options === 'function' ? options : options && options.update;
      const done = new Promise(function (resolve) {
        resolve();
      }).then(function () {
        return update ? update() : undefined;
      }).then(function () { });
      done.catch(function () { });
      return {
        updateCallbackDone: done,
        ready: done,
        finished: done,
        types: new Set(),
        skipTransition: function () { }
      };
    }
  };
})
