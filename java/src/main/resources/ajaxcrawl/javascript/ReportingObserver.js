/* ReportingObserver: there is nothing to report. */
(function () {
  'use strict';

  function ReportingObserver(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError("Failed to construct 'ReportingObserver': parameter 1 is not of type 'Function'.");
    }
  }
  Object.assign(ReportingObserver.prototype, {
    observe: function () { },
    disconnect: function () { },
    takeRecords: function () {
      return [];
    }
  });
  return { ReportingObserver };
})
