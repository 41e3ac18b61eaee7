/* URL and URLSearchParams (URL Standard). */
(function (window, host) {
  'use strict';

  const PARTS = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
  const native = window.webkitURL;
  const urls = new WeakMap(); // URL: the values of PARTS, and its parameters once they are asked for
  const lists = new WeakMap(); // URLSearchParams: its pairs, and the URL they are of

  function define(owner, descriptors) {
    const own = Object.getOwnPropertyDescriptors(descriptors);
    Object.keys(own).forEach(function (key) {
      Object.defineProperty(owner, key, own[key]);
    });
  }

  function tag(type, name) {
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }

  function need(type, name, self, given, count) {
    if (!(self instanceof type)) {
      throw new TypeError("Failed to construct '" + name + "': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    if (given < count) {
      throw new TypeError("Failed to construct '" + name + "': " + count + ' argument required, but only ' + given + ' present.');
    }
  }

  function URL(url, base) {
    need(URL, 'URL', this, arguments.length, 1);
    const parts = host.parseUrl(String(url), base === undefined ? undefined : String(base));
    if (parts === null) {
      throw new TypeError("Failed to construct 'URL': Invalid " + (base === undefined || host.parseUrl(String(base)) ? 'URL' : 'base URL'));
    }
    urls.set(this, { parts: parts, params: null });
  }

  function change(url, part, value) {
    const state = urls.get(url);
    state.parts = host.changeUrl(state.parts[0], part, String(value));
  }

  function refill(url) {
    const state = urls.get(url);
    if (state.params !== null) {
      lists.get(state.params).pairs = pairsOf(state.parts[9].slice(1));
    }
  }

  PARTS.forEach(function (part, index) {
    const descriptor = {
      get: function () {
        return urls.get(this).parts[index];
      },
      enumerable: true,
      configurable: true
    };
    if (part !== 'origin') {
      descriptor.set = function (value) {
        if (part === 'href') {
          const parts = host.parseUrl(String(value));
          if (parts === null) {
            throw new TypeError("Failed to set the 'href' property on 'URL': Invalid URL");
          }
          urls.get(this).parts = parts;
        } else {
          change(this, part, value);
        }
        refill(this);
      };
    }
    Object.defineProperty(URL.prototype, part, descriptor);
  });

  define(URL.prototype, {
    get searchParams() {
      const state = urls.get(this);
      if (state.params === null) {
        state.params = new URLSearchParams(state.parts[9]);
        lists.get(state.params).url = this;
      }
      return state.params;
    },
    toString: function toString() {
      return this.href;
    },
    toJSON: function toJSON() {
      return this.href;
    }
  });
  tag(URL, 'URL');

  define(URL, {
    parse: function parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    },
    canParse: function canParse(url, base) {
      return host.parseUrl(String(url), base === undefined ? undefined : String(base)) !== null;
    },
    createObjectURL: function createObjectURL(blob) {
      return native.createObjectURL(blob);
    },
    revokeObjectURL: function revokeObjectURL() {} // a snapshot's page is gone soon, and its blobs with it
  });

  function pairsOf(text) {
    const flat = host.parseForm(text);
    const pairs = [];
    for (let i = 0; i < flat.length; i += 2) {
      pairs.push([flat[i], flat[i + 1]]);
    }
    return pairs;
  }

  function given(init) {
    if (init === null || typeof init !== 'object' && typeof init !== 'function') {
      const text = String(init);
      return pairsOf(text.charAt(0) === '?' ? text.slice(1) : text);
    }
    if (typeof init[Symbol.iterator] === 'function') {
      return Array.from(init, function (item) {
        const pair = Array.from(item, String);
        if (pair.length !== 2) {
          throw new TypeError("Failed to construct 'URLSearchParams': Sequence initializer must only contain pair elements");
        }
        return pair;
      });
    }
    return Object.keys(init).map(function (name) {
      return [name, String(init[name])];
    });
  }

  function URLSearchParams(init) {
    need(URLSearchParams, 'URLSearchParams', this, 0, 0);
    lists.set(this, { pairs: init === undefined ? [] : given(init), url: null });
  }

  function update(params, pairs) {
    const list = lists.get(params);
    list.pairs = pairs;
    if (list.url !== null) {
      change(list.url, 'search', params.toString());
    }
  }

  function matcher(name, value) {
    const key = String(name);
    const text = value === undefined ? null : String(value);
    return function (pair) {
      return pair[0] === key && (text === null || pair[1] === text);
    };
  }

  /* Live: what is added while it runs is seen. */
  function iterator(params, pick) {
    let index = 0;
    const made = Object.create(host.iteratorPrototype);
    define(made, {
      next: function next() {
        const pairs = lists.get(params).pairs;
        return index < pairs.length ? { value: pick(pairs[index++]), done: false } : { value: undefined, done: true };
      }
    });
    return made;
  }

  define(URLSearchParams.prototype, {
    get size() {
      return lists.get(this).pairs.length;
    },
    append: function append(name, value) {
      update(this, lists.get(this).pairs.concat([[String(name), String(value)]]));
    },
    delete: function (name, value) {
      const matches = matcher(name, value);
      update(this, lists.get(this).pairs.filter(function (pair) {
        return !matches(pair);
      }));
    },
    get: function get(name) {
      const pair = lists.get(this).pairs.find(matcher(name));
      return pair === undefined ? null : pair[1];
    },
    getAll: function getAll(name) {
      return lists.get(this).pairs.filter(matcher(name)).map(function (pair) {
        return pair[1];
      });
    },
    has: function has(name, value) {
      return lists.get(this).pairs.some(matcher(name, value));
    },
    set: function set(name, value) {
      const matches = matcher(name);
      let isNew = true;
      const pairs = [];
      lists.get(this).pairs.forEach(function (pair) {
        if (!matches(pair)) {
          pairs.push(pair);
        } else if (isNew) {
          isNew = false;
          pairs.push([pair[0], String(value)]);
        }
      });
      update(this, isNew ? pairs.concat([[String(name), String(value)]]) : pairs);
    },
    sort: function sort() {
      update(this, lists.get(this).pairs.slice().sort(function (a, b) {
        return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
      }));
    },
    forEach: function forEach(action, thisArgument) {
      for (let i = 0; i < lists.get(this).pairs.length; i++) {
        const pair = lists.get(this).pairs[i];
        action.call(thisArgument, pair[1], pair[0], this);
      }
    },
    entries: function entries() {
      return iterator(this, function (pair) {
        return pair.slice();
      });
    },
    keys: function keys() {
      return iterator(this, function (pair) {
        return pair[0];
      });
    },
    values: function values() {
      return iterator(this, function (pair) {
        return pair[1];
      });
    },
    toString: function toString() {
      return lists.get(this).pairs.map(function (pair) {
        return host.encodeForm(pair[0]) + '=' + host.encodeForm(pair[1]);
      }).join('&');
    }
  });
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
    value: URLSearchParams.prototype.entries, writable: true, configurable: true
  });
  tag(URLSearchParams, 'URLSearchParams');

  window.webkitURL = URL;
  return { URL: URL, URLSearchParams: URLSearchParams };
})
