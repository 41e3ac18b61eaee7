/* Dedicated and shared workers, as pages see them (HTML Standard, 10.2.6). */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const { address, define, end, make, message, messageEvent, start } = host.use('workerScope.js');
  const HostWorker = host.replaced.Worker;
  const states = new WeakMap();
  const shared = new Map();

  function check(target, type) {
    if (!target) {
      throw new TypeError("Failed to construct '" + type + "': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
  }

  function scopeOf(options) {
    return new HostWorker('data:text/javascript,', { name: options && options.name !== undefined ? String(options.name) : '' });
  }

  function deliver(state, target, given) {
    window.setTimeout(function () {
      if (!state.isTerminated) {
        target.dispatchEvent(messageEvent('message', given));
      }
    }, 0);
  }

  function Worker(url, options) {
    check(new.target, 'Worker');
    const place = address(url, 'Worker');
    const worker = create(window, new.target);
    const state = make(scopeOf(options), place, options, function (values) {
      return [worker, window].some(function (target) {
        return !state.isTerminated && !target.dispatchEvent(new window.ErrorEvent('error', values));
      });
    });
    state.waiting = [];
    states.set(worker, state);
    define(state.scope, 'postMessage', function postMessage(data, given) {
      deliver(state, worker, message(data, given));
    });
    start(state, function () {
      state.isStarted = true;
      state.waiting.splice(0).forEach(function (given) {
        deliver(state, state.inbox, given);
      });
    }, function () {
      worker.dispatchEvent(new window.Event('error', { cancelable: true }));
    });
    return worker;
  }
  targetClass(window, Worker, ['message', 'messageerror', 'error']);
  define(Worker.prototype, 'postMessage', function postMessage(data, options) {
    const state = states.get(this);
    const given = message(data, options);
    if (state.isClosing) {
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
    state.isTerminated = true;
    end(state);
  });

  /* Pages of a site that is rendered share nothing: a shared worker is one of this page's. */
  function SharedWorker(url, options) {
    check(new.target, 'SharedWorker');
    const place = address(url, 'SharedWorker');
    const given = typeof options === 'string' ? { name: options } : options;
    const key = JSON.stringify([place, given && given.name || '']);
    const worker = create(window, new.target);
    const channel = new window.MessageChannel();
    Object.defineProperty(worker, 'port', { value: channel.port1, enumerable: true });
    let state = shared.get(key);
    if (!state) {
      state = make(scopeOf(given), place, given, function () {
        return false;
      });
      state.waiting = [];
      shared.set(key, state);
      define(state.scope, 'postMessage', undefined);
      start(state, function () {
        state.isStarted = true;
        state.waiting.splice(0).forEach(connect, state);
      }, function () {
        worker.dispatchEvent(new window.Event('error', { cancelable: true }));
      });
    }
    if (state.isStarted) {
      connect.call(state, channel.port2);
    } else {
      state.waiting.push(channel.port2);
    }
    return worker;
  }
  targetClass(window, SharedWorker, ['error']);

  function connect(port) {
    const state = this;
    window.setTimeout(function () {
      const event = messageEvent('connect', { data: '', ports: [port] });
      Object.defineProperty(event, 'source', { value: port });
      state.inbox.dispatchEvent(event);
    }, 0);
  }

  return { Worker, SharedWorker };
})
