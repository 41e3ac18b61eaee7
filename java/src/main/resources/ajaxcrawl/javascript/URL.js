/* URL.canParse and URL.parse. */
(function (window) {
  'use strict';

  function parse(url, base) {
    try {
      return base === undefined ? new window.URL(url) : new window.URL(url, base);
    } catch (e) {
      return null;
    }
  }

  return {
    parse: parse,
    canParse: function (url, base) {
      return parse(url, base) !== null;
    }
  };
})
