/* Dedicated workers (HTML Standard, 10.2). A worker has globals of its own, and runs by the page's clock on the page's
   thread. What it shares with the page are web APIs; scripts of type module run where they import nothing. */
(function (window, host) {
  'use strict';

  const HostWorker = host.replaced.Worker;
  const SHARED = ['__ajaxcrawl__', 'fetch', 'Headers', 'Request', 'Response', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'crypto',
    'performance', 'AbortController', 'AbortSignal', 'Blob', 'File', 'FileReader', 'FormData', 'structuredClone', 'queueMicrotask',
    'MessageChannel', 'MessagePort', 'BroadcastChannel', 'ReadableStream', 'WritableStream', 'TransformStream', 'TextDecoderStream',
    'TextEncoderStream', 'indexedDB', 'IDBKeyRange', 'Intl', 'reportError', 'Event', 'CustomEvent', 'MessageEvent', 'ErrorEvent',
    'DOMException', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator', 'console', 'requestAnimationFrame', 'scheduler',
    'clearTimeout', 'clearInterval', 'isSecureContext', 'origin'];
  const states = new WeakMap();

  function define(object, name, value) {
    Object.defineProperty(object, name, { value: value, writable: true, configurable: true });
  }

  function transferred(options) {
    return Array.from(Array.isArray(options) ? options : options && options.transfer || []);
  }

  function message(data, options) {
    const list = transferred(options);
    const ports = list.filter(function (item) {
      return item instanceof window.MessagePort;
    });
    const copy = ports.indexOf(data) >= 0 ? data : window.structuredClone(data, { transfer: list });
    return { data: copy, ports: ports };
  }

  // Gives `owner` a handler property for events of `type` that `target` is sent.
  function handler(owner, type, target) {
    let known = null;
    let listener = null;
    Object.defineProperty(owner, 'on' + type, {
      get: function () {
        return known;
      },
      set: function (given) {
        target.removeEventListener(type, listener);
        known = typeof given === 'function' ? given : null;
        listener = known && function (event) {
          return known.call(owner, event);
        };
        target.addEventListener(type, listener);
      },
      configurable: true,
      enumerable: true
    });
  }

  function deliver(state, target, given) {
    window.setTimeout(function () {
      if (!state.isTerminated) {
        const event = new window.MessageEvent('message', { data: given.data });
        Object.defineProperty(event, 'ports', { value: given.ports });
        target.dispatchEvent(event);
      }
    }, 0);
  }

  function end(state) {
    state.timers.splice(0).forEach(function (id) {
      window.clearTimeout(id);
    });
  }

  function absolute(url, base, failure) {
    try {
      return new window.URL(url, base);
    } catch (e) {
      throw new window.DOMException(failure + "The URL '" + url + "' is invalid.", 'SyntaxError');
    }
  }

  function fail(worker, text) {
    worker.dispatchEvent(new window.ErrorEvent('error', { message: text, cancelable: true }));
  }

  function furnish(worker, scope, state) {
    SHARED.forEach(function (name) {
      Object.defineProperty(scope, name, {
        get: function () {
          return window[name];
        },
        set: function (value) {
          define(scope, name, value);
        },
        configurable: true
      });
    });
    ['addEventListener', 'removeEventListener', 'dispatchEvent'].forEach(function (name) {
      define(scope, name, function () {
        return state.inbox[name].apply(state.inbox, arguments);
      });
    });
    handler(scope, 'message', state.inbox);
    define(scope, 'location', new window.URL(state.url));
    define(scope, 'postMessage', function postMessage(data, options) {
      deliver(state, worker, message(data, options));
    });
    define(scope, 'close', function close() {
      state.isClosing = true;
      end(state);
    });
    ['setTimeout', 'setInterval'].forEach(function (name) {
      define(scope, name, function (task, delay) {
        const rest = Array.prototype.slice.call(arguments, 2);
        if (state.isClosing) {
          return 0;
        }
        const id = window[name](function () {
          if (typeof task === 'function') {
            task.apply(scope, rest);
          } else {
            run(worker, scope, String(task), state.url);
          }
        }, delay);
        state.timers.push(id);
        return id;
      });
    });
    define(scope, 'importScripts', function importScripts() {
      const urls = Array.from(arguments, function (url) {
        return absolute(url, state.url, "Failed to execute 'importScripts' on 'WorkerGlobalScope': ");
      });
      urls.forEach(function (url) {
        const source = host.sourceForWorker(url.href);
        if (source === null) {
          throw new window.DOMException("Failed to execute 'importScripts' on 'WorkerGlobalScope': The script at '" + url.href +
            "' failed to load.", 'NetworkError');
        }
        host.importInWorker(scope, source, url.href);
      });
    });
  }

  function run(worker, scope, source, url) {
    const problem = host.runInWorker(scope, source, url);
    if (problem) {
      fail(worker, problem);
    }
  }

  function start(worker, scope, state) {
    window.fetch(state.url).then(function (response) {
      if (!response.ok) {
        throw new TypeError('the server answered with status ' + response.status);
      }
      return response.text();
    }).then(function (source) {
      window.setTimeout(function () { // a task of its own: an error of the worker's is no rejection
        if (state.isTerminated) {
          return;
        }
        run(worker, scope, source, state.url);
        state.isStarted = true;
        state.waiting.splice(0).forEach(function (given) {
          deliver(state, state.inbox, given);
        });
      }, 0);
    }, function () {
      worker.dispatchEvent(new window.Event('error', { cancelable: true }));
    });
  }

  function Worker(url, options) {
    if (!(this instanceof Worker)) {
      throw new TypeError("Failed to construct 'Worker': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    const place = absolute(url, window.document.baseURI, "Failed to construct 'Worker': ");
    if (place.protocol !== 'data:' && place.origin !== window.location.origin) {
      throw new window.DOMException("Failed to construct 'Worker': Script at '" + place.href + "' cannot be accessed from origin '" +
        window.location.origin + "'.", 'SecurityError');
    }
    const worker = Object.setPrototypeOf(new window.EventTarget(), Object.getPrototypeOf(this));
    const state = { url: place.href, inbox: new window.EventTarget(), waiting: [], timers: [] };
    state.scope = host.workerScope(new HostWorker('data:text/javascript,', options || {}));
    ['message', 'messageerror', 'error'].forEach(function (type) {
      handler(worker, type, worker);
    });
    states.set(worker, state);
    furnish(worker, state.scope, state);
    start(worker, state.scope, state);
    return worker;
  }

  Worker.prototype = Object.create(window.EventTarget.prototype);
  define(Worker.prototype, 'constructor', Worker);
  define(Worker.prototype, 'postMessage', function postMessage(data, options) {
    const state = states.get(this);
    const given = message(data, options);
    if (state.isClosing || state.isTerminated) {
      return;
    }
    if (state.isStarted) {
      deliver(state, state.inbox, given);
    } else {
      state.waiting.push(given);
    }
  });
  define(Worker.prototype, 'terminate', function terminate() {
    const state = states.get(this);
    state.isTerminated = state.isClosing = true;
    end(state);
  });
  Object.defineProperty(Worker.prototype, Symbol.toStringTag, { value: 'Worker', configurable: true });

  return { Worker: Worker };
})
