/* MessageEvent.ports is a list, be it empty. */
(function () {
  'use strict';

  const none = Object.freeze([]);

  return {
    ports: {
      get: function () {
        return none;
      }
    }
  };
})
