/* What HtmlUnit's console lacks (Console Standard): groups, tables and trees are written as what they are made of. */
(function (window) {
  'use strict';

  const nothing = function () { };
  // a page may put its own in its place, or nothing
  const log = typeof window.console.log === 'function' ? window.console.log.bind(window.console) : nothing;

  return {
    clear: nothing,
    dir: function (value) {
      log(value);
    },
    dirxml: log,
    group: function () {
      if (arguments.length > 0) {
        log.apply(null, arguments);
      }
    },
    groupCollapsed: function () {
      if (arguments.length > 0) {
        log.apply(null, arguments);
      }
    },
    groupEnd: nothing,
    profile: nothing,
    profileEnd: nothing,
    table: function (data) {
      log(data);
    }
  };
})
