/* caches and cookieStore: stores of the page, which are empty when a render begins. */
(function (window) {
  'use strict';

  const known = new Map();

  function key(request) {
    return new window.URL(request instanceof window.Request ? request.url : String(request), window.document.baseURI).href;
  }

  function Cache() {
    this._entries = new Map();
    Object.defineProperty(this, '_entries', { enumerable: false });
  }

  Object.assign(Cache.prototype, {
    match: function (request) {
      const found = this._entries.get(key(request));
      return Promise.resolve(found && found.clone());
    },
    matchAll: function (request) {
      return this.match(request).then(function (found) {
        return found ? [found] : [];
      });
    },
    put: function (request, response) {
      this._entries.set(key(request), response);
      return Promise.resolve();
    },
    add: function (request) {
      const cache = this;
      return window.fetch(request).then(function (response) {
        if (!response.ok) {
          throw new TypeError("Failed to execute 'add' on 'Cache': Request failed");
        }
        return cache.put(request, response);
      });
    },
    addAll: function (requests) {
      return Promise.all(Array.from(requests, this.add, this)).then(function () { });
    },
    delete: function (request) {
      return Promise.resolve(this._entries.delete(key(request)));
    },
    keys: function () {
      return Promise.resolve(Array.from(this._entries.keys(), function (url) {
        return new window.Request(url);
      }));
    }
  });

  const caches = {
    open: function (name) {
      if (!known.has(String(name))) {
        known.set(String(name), new Cache());
      }
      return Promise.resolve(known.get(String(name)));
    },
    has: function (name) {
      return Promise.resolve(known.has(String(name)));
    },
    delete: function (name) {
      return Promise.resolve(known.delete(String(name)));
    },
    keys: function () {
      return Promise.resolve(Array.from(known.keys()));
    },
    match: function (request) {
      const url = key(request);
      const cache = Array.from(known.values()).find(function (one) {
        return one._entries.has(url);
      });
      return cache ? cache.match(request) : Promise.resolve(undefined);
    }
  };

  function cookies(name) {
    return window.document.cookie.split('; ').filter(Boolean).map(function (pair) {
      const sign = pair.indexOf('=');
      return { name: pair.slice(0, sign), value: pair.slice(sign + 1) };
    }).filter(function (cookie) {
      return name === undefined || cookie.name === name;
    });
  }

  function named(asked) {
    return asked !== null && typeof asked === 'object' ? asked.name : asked;
  }

  const cookieStore = Object.assign(new window.EventTarget(), {
    onchange: null,
    get: function (asked) {
      return Promise.resolve(cookies(named(asked))[0] || null);
    },
    getAll: function (asked) {
      return Promise.resolve(cookies(named(asked)));
    },
    set: function (asked, value) {
      const given = typeof asked === 'object' ? asked : { name: asked, value: value };
      window.document.cookie = given.name + '=' + given.value + '; path=' + (given.path || '/')
        + (given.expires ? '; expires=' + new Date(given.expires).toUTCString() : '');
      return Promise.resolve();
    },
    delete: function (asked) {
      window.document.cookie = named(asked) + '=; path=/; max-age=0';
      return Promise.resolve();
    }
  });

  return { caches: caches, cookieStore: cookieStore };
})
