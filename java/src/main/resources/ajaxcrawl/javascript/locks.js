/* Web Locks (its specification, 3): requests for a name wait for each other. */
(function (window) {
  'use strict';

  const held = [];
  const pending = [];

  function described(entry) {
    return { name: entry.name, mode: entry.mode, clientId: 'page' };
  }

  function isFree(entry) {
    return !held.concat(pending.slice(0, Math.max(0, pending.indexOf(entry)))).some(function (other) {
      return other.name === entry.name && (entry.mode === 'exclusive' || other.mode === 'exclusive');
    });
  }

  function remove(list, entry) {
    const at = list.indexOf(entry);
    if (at >= 0) {
      list.splice(at, 1);
    }
    return at >= 0;
  }

  function next() {
    pending.slice().forEach(function (entry) {
      if (isFree(entry)) {
        remove(pending, entry);
        grant(entry);
      }
    });
  }

  function grant(entry) {
    held.push(entry);
    Promise.resolve().then(function () {
      return entry.callback({ name: entry.name, mode: entry.mode });
    }).then(function (value) {
      entry.resolve(value);
    }, entry.reject).then(function () {
      remove(held, entry);
      next();
    });
  }

  function request(name, options, callback) {
    const given = typeof options === 'function' ? {} : options || {};
    const run = typeof options === 'function' ? options : callback;
    return new Promise(function (resolve, reject) {
      if (typeof run !== 'function') {
        throw new TypeError("Failed to execute 'request' on 'LockManager': parameter 2 is not of type 'Function'.");
      }
      const entry = { name: String(name), mode: given.mode || 'exclusive', callback: run, resolve: resolve, reject: reject };
      const signal = given.signal;
      if (signal && signal.aborted) {
        throw signal.reason;
      }
      if (given.steal) {
        held.filter(function (other) {
          return other.name === entry.name;
        }).forEach(function (other) {
          remove(held, other);
          other.reject(new window.DOMException("Lock broken by another request with the 'steal' option.", 'AbortError'));
        });
      }
      if (isFree(entry)) {
        grant(entry);
      } else if (given.ifAvailable) {
        resolve(Promise.resolve(null).then(run));
      } else {
        pending.push(entry);
        if (signal) {
          signal.addEventListener('abort', function () {
            if (remove(pending, entry)) {
              reject(signal.reason);
              next();
            }
          });
        }
      }
    });
  }

  const locks = {
    request: request,
    query: function () {
      return Promise.resolve({ held: held.map(described), pending: pending.map(described) });
    }
  };
  return {
    locks: {
      get: function () {
        return locks;
      }
    }
  };
})
