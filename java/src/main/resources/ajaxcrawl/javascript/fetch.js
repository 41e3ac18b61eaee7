/* fetch, Headers, Request and Response (Fetch Standard), over the browser's XMLHttpRequest. */
(function (window) {
  'use strict';

  const NULL_BODY = [101, 103, 204, 205, 304];
  const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
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

  function isStream(value) {
    return value !== null && typeof value === 'object' && typeof value.getReader === 'function';
  }

  function isBlob(value) {
    return value instanceof window.Blob;
  }

  /* A body: its source, as given, and its type. */
  function bodyOf(init) {
    if (init === undefined || init === null) {
      return { source: null, type: null };
    }
    if (isStream(init)) {
      return { source: init, type: null };
    }
    if (isBlob(init)) {
      return { source: init, type: init.type || null };
    }
    if (init instanceof window.FormData) {
      return { source: init, type: null };
    }
    if (init instanceof window.URLSearchParams) {
      return { source: init.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    }
    if (init instanceof ArrayBuffer || ArrayBuffer.isView(init)) {
      return { source: bytes(init).slice(), type: null };
    }
    return { source: String(init), type: 'text/plain;charset=UTF-8' };
  }

  function bytes(value) {
    return value instanceof ArrayBuffer ? new Uint8Array(value)
      : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }

  function decode(array) {
    return new window.TextDecoder('utf-8').decode(array);
  }

  function join(chunks) {
    const total = chunks.reduce(function (sum, chunk) {
      return sum + chunk.length;
    }, 0);
    const all = new Uint8Array(total);
    chunks.reduce(function (at, chunk) {
      all.set(chunk, at);
      return at + chunk.length;
    }, 0);
    return all;
  }

  function drain(stream) {
    const reader = stream.getReader();
    const chunks = [];
    function step() {
      return reader.read().then(function (item) {
        if (item.done) {
          return join(chunks);
        }
        chunks.push(typeof item.value === 'string' ? new window.TextEncoder().encode(item.value) : bytes(item.value));
        return step();
      });
    }
    return step();
  }

  function readBlob(blob) {
    return new Promise(function (resolve, reject) {
      const reader = new window.FileReader();
      reader.onload = function () {
        resolve(new Uint8Array(reader.result));
      };
      reader.onerror = function () {
        reject(reader.error);
      };
      reader.readAsArrayBuffer(blob);
    });
  }

  /* The whole source as bytes. */
  function read(source) {
    if (source === null) {
      return Promise.resolve(new Uint8Array(0));
    }
    if (isStream(source)) {
      return drain(source);
    }
    if (isBlob(source)) {
      return readBlob(source);
    }
    if (source instanceof window.FormData) {
      return Promise.resolve(new window.TextEncoder().encode(new window.URLSearchParams(Array.from(source)).toString()));
    }
    return Promise.resolve(typeof source === 'string' ? new window.TextEncoder().encode(source) : source);
  }

  function consume(owner) {
    if (owner.bodyUsed || owner._stream && owner._stream.locked) {
      return Promise.reject(new TypeError('Failed to execute on a body stream that is ' + (owner._used ? 'already read' : 'locked')));
    }
    owner._used = owner._source !== null;
    return owner._stream ? drain(owner._stream) : read(owner._source);
  }

  function text(owner) {
    if (typeof owner._source === 'string' && !owner._stream && !owner._used) {
      owner._used = true;
      return Promise.resolve(owner._source);
    }
    return consume(owner).then(decode);
  }

  function parseForm(content) {
    const form = new window.FormData();
    new window.URLSearchParams(content).forEach(function (value, name) {
      form.append(name, value);
    });
    return form;
  }

  const body = {
    get body() {
      const self = this;
      if (this._source === null) {
        return null;
      }
      if (!this._stream) {
        this._stream = isStream(this._source) ? this._source : new window.ReadableStream({
          pull: function (controller) {
            self._used = true;
            return read(self._source).then(function (all) {
              if (all.length) {
                controller.enqueue(all);
              }
              controller.close();
            });
          }
        }, { highWaterMark: 0 });
      }
      return this._stream;
    },
    get bodyUsed() {
      return this._used;
    },
    text: function () {
      return text(this);
    },
    json: function () {
      return text(this).then(JSON.parse);
    },
    arrayBuffer: function () {
      return consume(this).then(function (all) {
        return all.byteLength === all.buffer.byteLength ? all.buffer : all.slice().buffer;
      });
    },
    bytes: function () {
      return consume(this);
    },
    blob: function () {
      const type = this.headers.get('content-type') || '';
      return consume(this).then(function (all) {
        return new window.Blob([all], { type: type });
      });
    },
    formData: function () {
      if (this._source instanceof window.FormData) {
        return Promise.resolve(this._source);
      }
      return text(this).then(parseForm);
    }
  };

  function setBody(owner, source) {
    hide(owner, '_source', source);
    hide(owner, '_stream', null);
    hide(owner, '_used', false);
  }

  function cloneBody(owner) {
    if (owner.bodyUsed) {
      throw new TypeError("Failed to execute 'clone': body is already used");
    }
    if (owner._stream || isStream(owner._source)) {
      const branches = owner.body.tee();
      owner._stream = branches[0];
      return branches[1];
    }
    return owner._source;
  }

  function Request(input, init) {
    const given = init || {};
    const from = input instanceof Request ? input : null;
    const url = from ? from.url : new window.URL(String(input), window.document.baseURI).href;
    const method = String(given.method === undefined ? from ? from.method : 'GET' : given.method);
    const upper = method.toUpperCase();
    hide(this, '_url', url);
    hide(this, '_method', METHODS.indexOf(upper) >= 0 ? upper : method);
    hide(this, '_headers', new Headers(given.headers === undefined ? from ? from.headers : undefined : given.headers));
    hide(this, '_signal', given.signal || (from ? from.signal : new window.AbortController().signal));
    const made = given.body === undefined && from ? { source: from._source, type: null } : bodyOf(given.body);
    if (made.source !== null && (this._method === 'GET' || this._method === 'HEAD')) {
      throw new TypeError("Failed to construct 'Request': Request with GET/HEAD method cannot have body.");
    }
    if (from && from._source !== null && given.body === undefined) {
      from._used = true;
    }
    setBody(this, made.source);
    if (made.type && !this._headers.has('content-type')) {
      this._headers.set('content-type', made.type);
    }
    const self = this;
    const settings = { credentials: 'same-origin', mode: 'cors', cache: 'default', redirect: 'follow', referrer: 'about:client',
      referrerPolicy: '', integrity: '', keepalive: false, destination: '', duplex: 'half' };
    Object.keys(settings).forEach(function (name) {
      const value = given[name] === undefined ? from ? from[name] : settings[name] : given[name];
      Object.defineProperty(self, name, { value: value, enumerable: true, configurable: true });
    });
  }
  members(Request, 'Request', body);
  members(Request, 'Request', {
    get url() {
      return this._url;
    },
    get method() {
      return this._method;
    },
    get headers() {
      return this._headers;
    },
    get signal() {
      return this._signal;
    },
    clone: function () {
      const copy = new Request(this.url, { method: this.method, headers: this.headers, signal: this.signal,
        credentials: this.credentials, mode: this.mode, cache: this.cache, redirect: this.redirect });
      setBody(copy, cloneBody(this));
      return copy;
    }
  });

  function Response(init, options) {
    const given = options || {};
    const status = given.status === undefined ? 200 : Number(given.status);
    if (status < 200 || status > 599) {
      throw new RangeError("Failed to construct 'Response': The status provided (" + status
        + ') is outside the range [200, 599].');
    }
    const made = bodyOf(init);
    if (made.source !== null && NULL_BODY.indexOf(status) >= 0) {
      throw new TypeError("Failed to construct 'Response': Response with null body status cannot have body");
    }
    set(this, { type: 'default', url: '', redirected: false, status: status,
      statusText: given.statusText === undefined ? '' : String(given.statusText), headers: new Headers(given.headers) });
    setBody(this, made.source);
    if (made.type && !this.headers.has('content-type')) {
      this.headers.set('content-type', made.type);
    }
  }

  function set(response, values) {
    hide(response, '_values', values);
  }

  members(Response, 'Response', body);
  ['type', 'url', 'redirected', 'status', 'statusText', 'headers'].forEach(function (name) {
    Object.defineProperty(Response.prototype, name, {
      configurable: true,
      enumerable: true,
      get: function () {
        return this._values[name];
      }
    });
  });
  members(Response, 'Response', {
    get ok() {
      return this.status >= 200 && this.status <= 299;
    },
    clone: function () {
      const copy = new Response(null, {});
      set(copy, Object.assign({}, this._values, { headers: new Headers(this.headers) }));
      setBody(copy, cloneBody(this));
      return copy;
    }
  });
  Response.error = function () {
    const response = new Response(null, {});
    set(response, Object.assign({}, response._values, { type: 'error', status: 0 }));
    return response;
  };
  Response.redirect = function (url, status) {
    return new Response(null, { status: status === undefined ? 302 : status,
      headers: { location: new window.URL(String(url), window.document.baseURI).href } });
  };
  Response.json = function (data, init) {
    const given = Object.assign({}, init);
    given.headers = new Headers(given.headers);
    if (!given.headers.has('content-type')) {
      given.headers.set('content-type', 'application/json');
    }
    return new Response(JSON.stringify(data), given);
  };

  function received(xhr) {
    const headers = new Headers();
    (xhr.getAllResponseHeaders() || '').split(/\r?\n/).forEach(function (line) {
      const colon = line.indexOf(':');
      if (colon > 0 && NAME.test(line.slice(0, colon).trim())) {
        headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
      }
    });
    return headers;
  }

  function responseOf(xhr, request) {
    const response = new Response(null, {});
    const url = xhr.responseURL || request.url;
    set(response, {
      type: 'basic',
      url: url.split('#')[0],
      redirected: url.split('#')[0] !== request.url.split('#')[0],
      status: xhr.status,
      statusText: xhr.statusText || '',
      headers: received(xhr)
    });
    const content = xhr.response;
    const array = content instanceof ArrayBuffer ? new Uint8Array(content) : new Uint8Array(0);
    setBody(response, NULL_BODY.indexOf(xhr.status) >= 0 || request.method === 'HEAD' ? null : array);
    return response;
  }

  /* data: and blob: URLs, which XMLHttpRequest does not know. */
  function local(url) {
    const match = /^data:([^,]*?)(;base64)?,(.*)$/.exec(url.split('#')[0]);
    if (!match) {
      return null;
    }
    const raw = match[2] ? window.atob(decodeURIComponent(match[3]).replace(/\s+/g, '')) : null;
    const array = raw === null ? new window.TextEncoder().encode(decodeURIComponent(match[3])) : Uint8Array.from(raw, function (c) {
      return c.charCodeAt(0);
    });
    const response = new Response(array, { headers: { 'content-type': match[1] || 'text/plain;charset=US-ASCII' } });
    response._values.url = url;
    response._values.type = 'basic';
    return response;
  }

  function send(request, content, resolve, reject) {
    const xhr = new window.XMLHttpRequest();
    const signal = request.signal;

    function aborted() {
      xhr.abort();
      reject(signal.reason);
    }

    xhr.onload = function () {
      signal.removeEventListener('abort', aborted);
      if (signal.aborted) {
        return;
      }
      if (request.redirect === 'error' && (xhr.responseURL || request.url).split('#')[0] !== request.url.split('#')[0]) {
        reject(new TypeError('Failed to fetch'));
        return;
      }
      resolve(responseOf(xhr, request));
    };
    xhr.onerror = xhr.ontimeout = function () {
      signal.removeEventListener('abort', aborted);
      reject(new TypeError('Failed to fetch'));
    };
    xhr.onabort = function () {
      reject(signal.aborted ? signal.reason : new window.DOMException('The user aborted a request.', 'AbortError'));
    };
    xhr.open(request.method, request.url, true);
    xhr.withCredentials = request.credentials === 'include';
    xhr.responseType = 'arraybuffer';
    request.headers.forEach(function (value, name) {
      xhr.setRequestHeader(name, value);
    });
    signal.addEventListener('abort', aborted);
    xhr.send(content === null ? undefined : content);
  }

  function fetch(input, init) {
    return new Promise(function (resolve, reject) {
      const request = new Request(input, init);
      if (request.signal.aborted) {
        reject(request.signal.reason);
        return;
      }
      const known = local(request.url);
      if (known) {
        resolve(known);
        return;
      }
      const source = request._source;
      if (source !== null && isStream(source)) {
        drain(source).then(function (all) {
          send(request, all, resolve, reject);
        }, reject);
      } else {
        send(request, source, resolve, reject);
      }
    });
  }

  return { fetch: fetch, Headers: Headers, Request: Request, Response: Response };
})
