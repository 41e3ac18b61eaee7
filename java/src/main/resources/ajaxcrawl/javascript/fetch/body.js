/* What Request and Response have in common: bodies. */
(function (window, host) {
  'use strict';

  const { hide } = host.use('fetch/Headers.js');

  function multipart() {
    return host.use('fetch/multipart.js');
  }

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
      return { source: init, type: 'multipart/form-data; boundary=' + multipart().boundary(init) };
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
    return Promise.resolve(new Uint8Array(host.blobBytes(blob)));
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
      return readBlob(multipart().blob(source));
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
      const type = this.headers.get('content-type') || '';
      return consume(this).then(function (all) {
        return multipart().read(all, type);
      });
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

  return { body, bodyOf, cloneBody, drain, isStream, setBody };
})
