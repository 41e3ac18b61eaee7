/* reportError (HTML Standard): an error as if it had been thrown by a script that nobody caught. */
(function (window, host) {
  'use strict';

  return {
    reportError: function (error) {
      if (arguments.length === 0) {
        throw new TypeError("Failed to execute 'reportError' on 'Window': 1 argument required, but only 0 present.");
      }
      host.report(error);
    }
  };
})
