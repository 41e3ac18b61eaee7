/* reportError (HTML Standard): an error as if it had been thrown by a script that nobody caught. */
(function (window) {
  'use strict';

  return {
    reportError: function (error) {
      window.setTimeout(function () {
        throw error;
      }, 0);
    }
  };
})
