/* What pages ask of the browser before they show anything. */
(function (window) {
  'use strict';

  function value(make) {
    let known;
    return {
      get: function () {
        if (known === undefined) {
          known = make();
        }
        return known;
      }
    };
  }

  function refuse(message) {
    return function () {
      return Promise.reject(new window.DOMException(message, 'NotAllowedError'));
    };
  }

  function target() {
    return new window.EventTarget();
  }

  return {
    hardwareConcurrency: value(function () {
      return 4;
    }),
    deviceMemory: value(function () {
      return 8;
    }),
    maxTouchPoints: value(function () {
      return 0;
    }),
    webdriver: value(function () {
      return false;
    }),
    userAgentData: value(function () {
      const version = (/Chrome\/(\d+)/.exec(window.navigator.userAgent) || [])[1];
      const brands = version ? [{ brand: 'Chromium', version: version }] : [];
      const data = { brands: brands, mobile: false, platform: 'Windows' };
      return Object.assign({
        toJSON: function () {
          return data;
        },
        getHighEntropyValues: function () {
          return Promise.resolve(Object.assign({}, data));
        }
      }, data);
    }),
    serviceWorker: value(function () {
      // no worker is ever there: a page works as on its first visit
      const container = target();
      container.controller = null;
      container.oncontrollerchange = null;
      container.onmessage = null;
      container.ready = new Promise(function () { });
      container.register = refuse('Service workers are not supported here');
      container.getRegistration = function () {
        return Promise.resolve(undefined);
      };
      container.getRegistrations = function () {
        return Promise.resolve([]);
      };
      container.startMessages = function () { };
      return container;
    }),
    clipboard: value(function () {
      return Object.assign(target(), {
        readText: refuse('Read permission denied.'),
        read: refuse('Read permission denied.'),
        writeText: refuse('Write permission denied.'),
        write: refuse('Write permission denied.')
      });
    }),
    userActivation: value(function () {
      return { isActive: false, hasBeenActive: false };
    }),
    scheduling: value(function () {
      return {
        isInputPending: function () {
          return false;
        }
      };
    }),
    wakeLock: value(function () {
      return { request: refuse('Wake Lock permission request denied') };
    }),
    getBattery: function () {
      return Promise.resolve(Object.assign(target(), { charging: true, chargingTime: 0, dischargingTime: Infinity, level: 1 }));
    },
    vibrate: function () {
      return false;
    },
    getGamepads: function () {
      return [null, null, null, null];
    },
    locks: value(function () {
      return {
        request: function (name, options, callback) {
          const run = callback || options;
          return Promise.resolve({ name: name, mode: 'exclusive' }).then(run);
        },
        query: function () {
          return Promise.resolve({ held: [], pending: [] });
        }
      };
    }),
    permissions: value(function () {
      return {
        query: function (descriptor) {
          return Promise.resolve(Object.assign(target(), { name: descriptor.name, state: 'prompt', onchange: null }));
        }
      };
    }),
    screenX: 0,
    screenY: 0,
    screenLeft: 0,
    screenTop: 0,
    storage: value(function () {
      return {
        estimate: function () {
          return Promise.resolve({ quota: 1073741824, usage: 0 });
        },
        persist: function () {
          return Promise.resolve(false);
        },
        persisted: function () {
          return Promise.resolve(false);
        }
      };
    })
  };
})
