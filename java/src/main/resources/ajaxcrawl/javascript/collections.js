/* Iteration over collections that HtmlUnit has without it (Web IDL, "indexed properties"). */
(function () {
  'use strict';

  return {
    '@@iterator': function () {
      return Array.prototype[Symbol.iterator].call(this);
    }
  };
})
