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
  /* Of all headers these alone are never joined. */
  const COOKIE = 'set-cookie';

  function sorted(headers) {
    const list = [];
    Array.from(headers._map.keys()).sort().forEach(function (name) {
      const value = headers._map.get(name);
      (name === COOKIE ? value : [value]).forEach(function (one) {
        list.push([name, one]);
      });
    });
    return list;
  }
  members(Headers, 'Headers', {
    append: function (name, value) {
      const key = checkName(name);
      const text = String(value).trim();
      const known = this._map.get(key);
      if (key === COOKIE) {
        this._map.set(key, (known || []).concat([text]));
      } else {
        this._map.set(key, known === undefined ? text : known + ', ' + text);
      }
    },
    set: function (name, value) {
      const key = checkName(name);
      const text = String(value).trim();
      this._map.set(key, key === COOKIE ? [text] : text);
    },
    get: function (name) {
      const key = checkName(name);
      const value = this._map.get(key);
      return value === undefined ? null : key === COOKIE ? value.join(', ') : value;
    },
    has: function (name) {
      return this._map.has(checkName(name));
    },
    delete: function (name) {
      this._map.delete(checkName(name));
    },
    getSetCookie: function () {
      return (this._map.get(COOKIE) || []).slice();
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
