/* CSS.supports (CSS Conditional Rules). */
(function (window, host) {
  'use strict';

  return {
    supports: function (property, value) {
      return arguments.length > 1 ? host.supports(String(property), String(value)) : host.supports(String(property));
    }
  };
})
