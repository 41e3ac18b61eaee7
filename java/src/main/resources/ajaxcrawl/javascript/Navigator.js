/* What pages ask of the browser before they show anything. */
(function (window) {
  'use strict';

  const GRANTED = ['background-sync', 'accelerometer', 'gyroscope', 'magnetometer', 'midi', 'payment-handler', 'clipboard-write',
    'screen-wake-lock'];
  const PERMISSIONS = GRANTED.concat(['ambient-light-sensor', 'camera', 'clipboard-read', 'geolocation', 'idle-detection',
    'local-fonts', 'microphone', 'nfc', 'notifications', 'periodic-background-sync', 'persistent-storage', 'push', 'storage-access',
    'top-level-storage-access', 'window-management']);

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
        getHighEntropyValues: function (hints) {
          const more = { architecture: 'x86', bitness: '64', formFactors: ['Desktop'], fullVersionList: brands, model: '',
            platformVersion: '15.0.0', uaFullVersion: version ? version + '.0.0.0' : '', wow64: false };
          const asked = Object.assign({}, data);
          Array.from(hints || []).forEach(function (hint) {
            if (more[hint] !== undefined) {
              asked[hint] = more[hint];
            }
          });
          return Promise.resolve(asked);
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
      container.register = function () {
        return Promise.reject(new TypeError('Failed to register a ServiceWorker: service workers are not run here'));
      };
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
        writeText: function () {
          return Promise.resolve();
        },
        write: function () {
          return Promise.resolve();
        }
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
    permissions: value(function () {
      return {
        query: function (descriptor) {
          const name = descriptor && descriptor.name;
          if (PERMISSIONS.indexOf(name) < 0) {
            return Promise.reject(new TypeError("Failed to execute 'query' on 'Permissions': Failed to read the 'name' property from"
              + " 'PermissionDescriptor': The provided value '" + name + "' is not a valid enum value of type PermissionName."));
          }
          const status = Object.setPrototypeOf(target(), Object.create(window.PermissionStatus.prototype, {
            name: { value: name, enumerable: true },
            state: { value: GRANTED.indexOf(name) < 0 ? 'prompt' : 'granted', enumerable: true }
          }));
          status.onchange = null;
          return Promise.resolve(status);
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
