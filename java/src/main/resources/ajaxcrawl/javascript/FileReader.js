/* FileReader (File API, 6), with all its ways to read and all its events. */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const STATES = { EMPTY: 0, LOADING: 1, DONE: 2 };
  const states = new WeakMap();

  function FileReader() {
    if (!new.target) {
      throw new TypeError("Failed to construct 'FileReader': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    const reader = create(window, new.target);
    states.set(reader, { readyState: STATES.EMPTY, result: null, error: null, reading: 0 });
    return reader;
  }
  targetClass(window, FileReader, ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']);
  Object.keys(STATES).forEach(function (name) {
    [FileReader, FileReader.prototype].forEach(function (owner) {
      Object.defineProperty(owner, name, { value: STATES[name], enumerable: true });
    });
  });
  ['readyState', 'result', 'error'].forEach(function (name) {
    Object.defineProperty(FileReader.prototype, name, {
      get: function () {
        return states.get(this)[name];
      },
      configurable: true,
      enumerable: true
    });
  });

  function binary(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; i += 8192) {
      text += String.fromCharCode.apply(null, bytes.subarray(i, i + 8192));
    }
    return text;
  }

  function fire(reader, type, size) {
    reader.dispatchEvent(new window.ProgressEvent(type, { lengthComputable: true, loaded: type === 'loadstart' ? 0 : size, total: size }));
  }

  function read(name, convert) {
    FileReader.prototype[name] = function (blob, option) {
      const failure = "Failed to execute '" + name + "' on 'FileReader': ";
      if (!(blob instanceof window.Blob)) {
        throw new TypeError(failure + "parameter 1 is not of type 'Blob'.");
      }
      const reader = this;
      const state = states.get(this);
      if (state.readyState === STATES.LOADING) {
        throw new window.DOMException(failure + 'The object is already busy reading Blobs.', 'InvalidStateError');
      }
      const reading = ++state.reading;
      Object.assign(state, { readyState: STATES.LOADING, result: null, error: null });
      function task(action) {
        window.setTimeout(function () {
          if (state.reading === reading) {
            action();
          }
        }, 0);
      }
      task(function () {
        fire(reader, 'loadstart', blob.size);
        task(function () {
          const bytes = new Uint8Array(host.blobBytes(blob));
          fire(reader, 'progress', blob.size);
          if (state.reading !== reading) {
            return;
          }
          state.result = convert(bytes, blob, option);
          state.readyState = STATES.DONE;
          fire(reader, 'load', blob.size);
          if (state.readyState === STATES.DONE) {
            fire(reader, 'loadend', blob.size);
          }
        });
      });
    };
  }
  read('readAsArrayBuffer', function (bytes) {
    return bytes.buffer;
  });
  read('readAsBinaryString', binary);
  read('readAsText', function (bytes, blob, label) {
    const named = /charset=["']?([^;"']+)/i.exec(blob.type);
    const encoding = [label, named && named[1]].find(function (one) {
      return one && host.encoding(one);
    });
    return new window.TextDecoder(encoding || 'utf-8').decode(bytes);
  });
  read('readAsDataURL', function (bytes, blob) {
    return 'data:' + (blob.type || 'application/octet-stream') + ';base64,' + window.btoa(binary(bytes));
  });
  FileReader.prototype.abort = function () {
    const state = states.get(this);
    if (state.readyState !== STATES.LOADING) {
      state.result = null;
      return;
    }
    state.reading++;
    Object.assign(state, { readyState: STATES.DONE, result: null, error: new window.DOMException('The user aborted a request.', 'AbortError') });
    fire(this, 'abort', 0);
    fire(this, 'loadend', 0);
  };

  return { FileReader };
})
