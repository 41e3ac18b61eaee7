/* Headers (Fetch Standard). */
(function (window) {
  'use strict';

  const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

  function hide(object, name, value) {
    Object.defineProperty(object, name, { value: value, writable: true, configurable: true });
  }

  function members(type, name, descriptors) {
    const own = Object.getOwnPropertyDescriptors(descriptors);
    Object.keys(own).forEach(function (key) {
      Object.defineProperty(type.prototype, key, own[key]);
    });
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }

  function checkName(name) {
    const text = String(name);
    if (!NAME.test(text)) {
      throw new TypeError("Failed to execute 'append' on 'Headers': Invalid name");
    }
    return text.toLowerCase();
  }

  function Headers(init) {
    hide(this, '_map', new Map());
    const self = this;
    if (init instanceof Headers) {
      init._map.forEach(function (value, name) {
        self._map.set(name, value);
      });
    } else if (init !== undefined && init !== null && typeof init === 'object') {
      const pairs = typeof init[Symbol.iterator] === 'function' ? Array.from(init) : Object.keys(init).map(function (name) {
        return [name, init[name]];
      });
      pairs.forEach(function (pair) {
        self.append(pair[0], pair[1]);
      });
    }
  }
  function sorted(headers) {
    return Array.from(headers._map.keys()).sort().map(function (name) {
      return [name, headers._map.get(name)];
    });
  }
  members(Headers, 'Headers', {
    append: function (name, value) {
      const key = checkName(name);
      const text = String(value).trim();
      this._map.set(key, this._map.has(key) ? this._map.get(key) + ', ' + text : text);
    },
    set: function (name, value) {
      this._map.set(checkName(name), String(value).trim());
    },
    get: function (name) {
      const key = checkName(name);
      return this._map.has(key) ? this._map.get(key) : null;
    },
    has: function (name) {
      return this._map.has(checkName(name));
    },
    delete: function (name) {
      this._map.delete(checkName(name));
    },
    getSetCookie: function () {
      return [];
    },
    forEach: function (action, thisArgument) {
      const self = this;
      sorted(this).forEach(function (pair) {
        action.call(thisArgument, pair[1], pair[0], self);
      });
    },
    entries: function () {
      return sorted(this)[Symbol.iterator]();
    },
    keys: function () {
      return sorted(this).map(function (pair) {
        return pair[0];
      })[Symbol.iterator]();
    },
    values: function () {
      return sorted(this).map(function (pair) {
        return pair[1];
      })[Symbol.iterator]();
    }
  });
  Object.defineProperty(Headers.prototype, Symbol.iterator, {
    value: Headers.prototype.entries, writable: true, configurable: true
  });

  return { Headers, NAME, hide, members };
})
