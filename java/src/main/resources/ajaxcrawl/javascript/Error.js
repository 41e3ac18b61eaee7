/* Error.isError knows DOM exceptions, too. */
(function (window, host) {
  'use strict';

  return {
    isError: function (value) {
      return host.replaced.isError(value) || value instanceof window.DOMException;
    }
  };
})
