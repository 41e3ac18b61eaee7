/* A WebSocket that cannot connect: what a server pushes later is no part of a snapshot. */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
  const states = new WeakMap();

  function WebSocket(url, protocols) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'WebSocket': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    const parsed = address(url);
    const names = protocols === undefined ? [] : [].concat(protocols);
    if (new Set(names).size !== names.length || names.some(function (name) {
      return !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
    })) {
      throw new window.DOMException("Failed to construct 'WebSocket': The subprotocol '" + names.join(', ') + "' is invalid.", 'SyntaxError');
    }
    const socket = create(window, new.target);
    states.set(socket, STATES.CONNECTING);
    Object.defineProperty(socket, 'url', { value: parsed.href.replace(/^http/, 'ws'), enumerable: true });
    socket.binaryType = 'blob';
    window.setTimeout(function () {
      states.set(socket, STATES.CLOSED);
      socket.dispatchEvent(new window.Event('error'));
      socket.dispatchEvent(new window.CloseEvent('close', { code: 1006, reason: '', wasClean: false }));
    }, 0);
    return socket;
  }

  function address(url) {
    let parsed;
    try {
      parsed = new window.URL(url, window.location.href);
    } catch (error) {
      throw new window.DOMException("The URL '" + url + "' is invalid.", 'SyntaxError');
    }
    if (!/^(?:http|ws)s?:$/.test(parsed.protocol) || parsed.hash) {
      throw new window.DOMException("The URL '" + url + "' is none of a WebSocket.", 'SyntaxError');
    }
    return parsed;
  }

  targetClass(window, WebSocket, ['open', 'message', 'error', 'close']);
  Object.assign(WebSocket.prototype, { bufferedAmount: 0, extensions: '', protocol: '' });
  Object.defineProperty(WebSocket.prototype, 'readyState', {
    get: function () {
      return states.get(this);
    },
    configurable: true,
    enumerable: true
  });
  WebSocket.prototype.send = function () {
    if (this.readyState === STATES.CONNECTING) {
      throw new window.DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", 'InvalidStateError');
    }
  };
  WebSocket.prototype.close = function () {
    if (this.readyState === STATES.CONNECTING) {
      states.set(this, STATES.CLOSING);
    }
  };
  Object.keys(STATES).forEach(function (name) {
    [WebSocket, WebSocket.prototype].forEach(function (owner) {
      Object.defineProperty(owner, name, { value: STATES[name], enumerable: true });
    });
  });
  return { WebSocket };
})
