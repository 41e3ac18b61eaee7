/* A WebSocket that cannot connect: what a server pushes later is no part of a snapshot. */
(function (window) {
  'use strict';

  const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };

  function WebSocket(url) {
    const parsed = address(url);
    const socket = new window.EventTarget();
    Object.setPrototypeOf(socket, new.target.prototype);
    socket.url = parsed.href.replace(/^http/, 'ws');
    socket.readyState = STATES.CONNECTING;
    socket.bufferedAmount = 0;
    socket.extensions = '';
    socket.protocol = '';
    socket.binaryType = 'blob';
    ['onopen', 'onmessage', 'onerror', 'onclose'].forEach(function (name) {
      socket[name] = null;
    });
    window.setTimeout(function () {
      if (socket.readyState === STATES.CLOSED) {
        return;
      }
      socket.readyState = STATES.CLOSED;
      fire(socket, 'error', {});
      fire(socket, 'close', { code: 1006, reason: '', wasClean: false });
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

  function fire(socket, type, values) {
    const event = Object.assign(new window.Event(type), values);
    socket.dispatchEvent(event);
    if (typeof socket['on' + type] === 'function') {
      socket['on' + type](event);
    }
  }

  WebSocket.prototype = Object.create(window.EventTarget.prototype, {
    constructor: { value: WebSocket, writable: true, configurable: true }
  });
  WebSocket.prototype.send = function () {
    if (this.readyState === STATES.CONNECTING) {
      throw new window.DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", 'InvalidStateError');
    }
  };
  WebSocket.prototype.close = function () {
    this.readyState = STATES.CLOSED;
  };
  Object.keys(STATES).forEach(function (name) {
    WebSocket[name] = STATES[name];
    WebSocket.prototype[name] = STATES[name];
  });
  return { WebSocket: WebSocket };
})
