/* fetch, Request and Response (Fetch Standard), over the browser's XMLHttpRequest. */
(function (window, host) {
  'use strict';

  const { Headers, NAME, hide, members } = host.use('fetch/Headers.js');
  const { body, bodyOf, cloneBody, drain, isStream, setBody } = host.use('fetch/body.js');

  const STREAM = 'x-ajaxcrawl-stream'; // says that a stream of events is still open
  const NULL_BODY = [101, 103, 204, 205, 304];
  const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

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
    if (response.headers.has(STREAM)) {
      response.headers.delete(STREAM);
      setBody(response, endless(array));
      return response;
    }
    setBody(response, NULL_BODY.indexOf(xhr.status) >= 0 || request.method === 'HEAD' ? null : array);
    return response;
  }

  /* What has come of a stream of events, which goes on. */
  function endless(array) {
    return new window.ReadableStream({
      start: function (controller) {
        if (array.length) {
          controller.enqueue(array);
        }
      }
    });
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
    const failure = new TypeError('Failed to fetch'); // made here, it knows who called

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
        reject(failure);
        return;
      }
      resolve(responseOf(xhr, request));
    };
    xhr.onerror = xhr.ontimeout = function () {
      signal.removeEventListener('abort', aborted);
      reject(failure);
    };
    xhr.onabort = function () {
      reject(signal.aborted ? signal.reason : new window.DOMException('The user aborted a request.', 'AbortError'));
    };
    xhr.open(request.method, request.url, true);
    xhr.withCredentials = request.credentials === 'include';
    xhr.responseType = 'arraybuffer';
    request.headers.forEach(function (value, name) {
      if (!(content instanceof window.FormData && name === 'content-type')) { // it has a boundary of its own
        xhr.setRequestHeader(name, value);
      }
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

  return { fetch, Headers, Request, Response };
})
