/* The inside of workers (HTML Standard, 10.2): each has globals of its own, and runs by the page's clock on the page's
   thread. What it shares with the page are web APIs. */
(function (window, host) {
  'use strict';

  const SHARED = ['fetch', 'Headers', 'Request', 'Response', 'URL', 'URLSearchParams', 'URLPattern', 'TextEncoder', 'TextDecoder', 'crypto',
    'Crypto', 'CryptoKey', 'SubtleCrypto', 'performance', 'AbortController', 'AbortSignal', 'Blob', 'File', 'FileReader', 'FormData',
    'structuredClone', 'queueMicrotask', 'MessageChannel', 'MessagePort', 'BroadcastChannel', 'ReadableStream', 'WritableStream',
    'TransformStream', 'TextDecoderStream', 'TextEncoderStream', 'CompressionStream', 'DecompressionStream', 'ByteLengthQueuingStrategy',
    'CountQueuingStrategy', 'indexedDB', 'IDBCursor', 'IDBDatabase', 'IDBIndex', 'IDBKeyRange', 'IDBObjectStore', 'IDBRequest',
    'IDBTransaction', 'caches', 'Intl', 'Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'ErrorEvent', 'PromiseRejectionEvent',
    'CloseEvent', 'DOMException', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator', 'console', 'requestAnimationFrame',
    'cancelAnimationFrame', 'scheduler', 'clearTimeout', 'clearInterval', 'isSecureContext', 'origin', 'OffscreenCanvas', 'ImageData',
    'ImageBitmap', 'createImageBitmap', 'Path2D', 'DOMMatrix', 'DOMPoint', 'DOMRect', 'WebAssembly'];

  function define(object, name, value) {
    Object.defineProperty(object, name, { value: value, writable: true, configurable: true });
  }

  function absolute(url, base, failure) {
    try {
      return new window.URL(url, base);
    } catch (e) {
      throw new window.DOMException(failure + "The URL '" + url + "' is invalid.", 'SyntaxError');
    }
  }

  /* The address of a worker's script, which is of the page's own site. */
  function address(url, type) {
    const failure = "Failed to construct '" + type + "': ";
    const place = absolute(url, window.document.baseURI, failure);
    if (place.protocol !== 'data:' && place.origin !== window.location.origin) {
      throw new window.DOMException(failure + "Script at '" + place.href + "' cannot be accessed from origin '" +
        window.location.origin + "'.", 'SecurityError');
    }
    return place.href;
  }

  /* A message on its way: its data are cloned, its ports travel. */
  function message(data, options) {
    const list = Array.from(Array.isArray(options) ? options : options && options.transfer || []);
    const ports = list.filter(function (item) {
      return item instanceof window.MessagePort;
    });
    const copy = ports.indexOf(data) >= 0 ? data : window.structuredClone(data, { transfer: list });
    return { data: copy, ports: ports };
  }

  function messageEvent(type, given) {
    const event = new window.MessageEvent(type, { data: given.data });
    Object.defineProperty(event, 'ports', { value: given.ports });
    return event;
  }

  function end(state) {
    state.isClosing = true;
    state.timers.splice(0).forEach(function (id) {
      window.clearTimeout(id);
    });
  }

  /* An error that nothing in the worker has caught: the worker is told, then what owns it, then the log. */
  function report(state, problem) {
    if (!problem) {
      return;
    }
    const values = { message: problem.message, filename: problem.filename, lineno: problem.lineno, colno: problem.colno, cancelable: true };
    let isHandled = false;
    try {
      const handler = state.handlers.error;
      isHandled = typeof handler === 'function'
        && handler.call(state.scope, values.message, values.filename, values.lineno, values.colno, problem.error) === true;
    } catch (e) { } // an error of the handler's for errors is no news
    const event = new window.ErrorEvent('error', Object.assign({ error: problem.error }, values));
    state.inbox.dispatchEvent(event);
    if (!isHandled && !event.defaultPrevented && !state.fail(values)) {
      host.logWorkerError(values.message, values.filename, values.lineno);
    }
  }

  function call(state, task, argument) {
    report(state, host.callInWorker(state.scope, task, argument));
  }

  function rejected(state, promise, reason) {
    const event = new window.PromiseRejectionEvent('unhandledrejection', { promise: promise, reason: reason, cancelable: true });
    state.inbox.dispatchEvent(event);
    if (!event.defaultPrevented) {
      host.logWorkerError('Uncaught (in promise) ' + String(reason), state.url, 0);
    }
  }

  /* Listeners of a worker: what they throw is the worker's own error. */
  function listening(state, scope) {
    const known = new WeakMap();
    function guarded(listener) {
      if (listener === null || typeof listener !== 'function' && typeof listener !== 'object') {
        return listener;
      }
      if (!known.has(listener)) {
        known.set(listener, function (event) {
          call(state, typeof listener === 'function' ? listener : function (e) {
            listener.handleEvent(e);
          }, event);
        });
      }
      return known.get(listener);
    }
    define(scope, 'addEventListener', function addEventListener(type, listener, options) {
      state.inbox.addEventListener(type, guarded(listener), options);
    });
    define(scope, 'removeEventListener', function removeEventListener(type, listener, options) {
      state.inbox.removeEventListener(type, guarded(listener), options);
    });
    define(scope, 'dispatchEvent', function dispatchEvent(event) {
      return state.inbox.dispatchEvent(event);
    });
    ['message', 'messageerror', 'connect', 'unhandledrejection', 'rejectionhandled', 'error'].forEach(function (type) {
      state.handlers[type] = null;
      Object.defineProperty(scope, 'on' + type, {
        get: function () {
          return state.handlers[type];
        },
        set: function (given) {
          state.handlers[type] = typeof given === 'function' ? given : null;
        },
        configurable: true,
        enumerable: true
      });
      if (type !== 'error') { // which is called with five values
        state.inbox.addEventListener(type, function (event) {
          if (state.handlers[type]) {
            call(state, state.handlers[type], event);
          }
        });
      }
    });
  }

  function timers(state, scope) {
    ['setTimeout', 'setInterval'].forEach(function (name) {
      define(scope, name, function (task, delay) {
        const rest = Array.prototype.slice.call(arguments, 2);
        if (state.isClosing) {
          return 0;
        }
        const id = window[name](function () {
          if (typeof task === 'function') {
            call(state, function () {
              task.apply(scope, rest);
            });
          } else {
            report(state, host.runInWorker(scope, String(task), state.url));
          }
        }, delay);
        state.timers.push(id);
        return id;
      });
    });
  }

  function importScripts(state, scope) {
    const failure = "Failed to execute 'importScripts' on 'WorkerGlobalScope': ";
    define(scope, 'importScripts', function importScripts() {
      if (state.isModule) {
        throw new TypeError(failure + "Module scripts don't support importScripts().");
      }
      const urls = Array.from(arguments, function (url) {
        return absolute(url, state.url, failure);
      });
      urls.forEach(function (url) {
        const source = host.sourceForWorker(url.href);
        if (source === null) {
          throw new window.DOMException(failure + "The script at '" + url.href + "' failed to load.", 'NetworkError');
        }
        host.importInWorker(scope, source, url.href);
      });
    });
  }

  /* What code that was lowered calls. */
  function runtime(state, scope) {
    let known;
    Object.defineProperty(scope, '__ajaxcrawl__', {
      get: function () {
        if (!known) known = host.workerRuntime(scope, state.url);
        return known;
      },
      configurable: true
    });
  }

  /* Makes a worker's inside; `fail` tells the outside of an error, and gives whether that has been handled. */
  function make(hostWorker, url, options, fail) {
    const scope = host.workerScope(hostWorker);
    const state = { url: url, scope: scope, inbox: new window.EventTarget(), timers: [], handlers: {}, fail: fail, isClosing: false,
      isModule: Boolean(options && options.type === 'module') };
    SHARED.forEach(function (name) {
      if (name in window) {
        Object.defineProperty(scope, name, {
          get: function () {
            return window[name];
          },
          set: function (value) {
            define(scope, name, value);
          },
          configurable: true
        });
      }
    });
    runtime(state, scope);
    listening(state, scope);
    timers(state, scope);
    importScripts(state, scope);
    host.onWorkerRejection(scope, function (promise, reason) {
      rejected(state, promise, reason);
    });
    define(scope, 'location', new window.URL(url));
    define(scope, 'reportError', function reportError(error) {
      call(state, function () {
        throw error;
      });
    });
    define(scope, 'close', function close() {
      end(state);
    });
    return state;
  }

  /* Loads and runs the worker's script; `begun` is called once messages may come, `missing` where there is none. */
  function start(state, begun, missing) {
    function task(action) {
      window.setTimeout(function () { // a task of its own: an error of the worker's is no rejection
        if (!state.isTerminated) {
          action();
        }
      }, 0);
    }
    if (state.isModule) {
      task(function () {
        const isLoaded = host.moduleInWorker(state.scope, state.url, function (problem) {
          report(state, problem);
        });
        (isLoaded ? begun : missing)();
      });
      return;
    }
    window.fetch(state.url).then(function (response) {
      if (!response.ok) {
        throw new TypeError('the server answered with status ' + response.status);
      }
      return response.text();
    }).then(function (source) {
      task(function () {
        report(state, host.runInWorker(state.scope, source, state.url));
        begun();
      });
    }, missing);
  }

  return { address, define, end, make, message, messageEvent, start };
})
