/* The Navigation API as far as pages ask whether it is there and where they are. */
(function (window) {
  'use strict';

  const navigation = new window.EventTarget();

  function entry() {
    return { url: window.location.href, key: 'current', id: 'current', index: 0, sameDocument: true,
      getState: function () {
        return undefined;
      } };
  }

  function done(action) {
    const result = new Promise(function (resolve) {
      action();
      resolve(entry());
    });
    return { committed: result, finished: result };
  }

  Object.defineProperty(navigation, 'currentEntry', { get: entry, enumerable: true });
  navigation.canGoBack = false;
  navigation.canGoForward = false;
  navigation.transition = null;
  navigation.activation = null;
  navigation.entries = function () {
    return [entry()];
  };
  navigation.updateCurrentEntry = function () { };
  navigation.navigate = function (url, options) {
    return done(function () {
      if (options && options.history === 'replace') {
        window.location.replace(url);
      } else {
        window.location.assign(url);
      }
    });
  };
  navigation.reload = function () {
    return done(function () {
      window.location.reload();
    });
  };
  navigation.back = function () {
    return done(function () {
      window.history.back();
    });
  };
  navigation.forward = function () {
    return done(function () {
      window.history.forward();
    });
  };
  return { navigation: navigation };
})
