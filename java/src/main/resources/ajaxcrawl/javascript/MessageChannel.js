/* MessageChannel and MessagePort (HTML Standard): messages are cloned, and come as tasks of their own. */
(function (window) {
  'use strict';

  const ports = new WeakMap();

  function MessagePort() {
    throw new TypeError('Illegal constructor');
  }
  MessagePort.prototype = Object.create(window.EventTarget.prototype, {
    constructor: { value: MessagePort, writable: true, configurable: true }
  });

  function create() {
    const port = new window.EventTarget();
    Object.setPrototypeOf(port, MessagePort.prototype);
    ports.set(port, { other: null, started: false, closed: false, waiting: [], handler: null });
    return port;
  }

  function deliver(port, data, transferred) {
    const own = ports.get(port);
    window.setTimeout(function () {
      if (own.closed) {
        return;
      }
      const event = new window.MessageEvent('message', { data: data });
      if (transferred.length) {
        Object.defineProperty(event, 'ports', { value: transferred });
      }
      port.dispatchEvent(event);
    }, 0);
  }

  function start(port) {
    const own = ports.get(port);
    own.started = true;
    own.waiting.splice(0).forEach(function (message) {
      deliver(port, message[0], message[1]);
    });
  }

  /* Ports travel as they are; all else is cloned. */
  function clone(data, transferred) {
    return transferred.indexOf(data) >= 0 ? data : window.structuredClone(data);
  }

  Object.defineProperties(MessagePort.prototype, Object.getOwnPropertyDescriptors({
    postMessage: function postMessage(data, options) {
      const own = ports.get(this);
      const list = Array.isArray(options) ? options : options && options.transfer || [];
      const transferred = Array.from(list).filter(function (item) {
        return ports.has(item);
      });
      const copy = clone(data, transferred);
      const other = ports.get(own.other);
      if (own.closed || other.closed) {
        return;
      }
      if (other.started) {
        deliver(own.other, copy, transferred);
      } else {
        other.waiting.push([copy, transferred]);
      }
    },
    start: function () {
      start(this);
    },
    close: function () {
      ports.get(this).closed = true;
    },
    get onmessage() {
      return ports.get(this).handler;
    },
    set onmessage(handler) {
      const own = ports.get(this);
      if (own.handler) {
        this.removeEventListener('message', own.handler);
      }
      own.handler = typeof handler === 'function' ? handler : null;
      if (own.handler) {
        this.addEventListener('message', own.handler);
      }
      start(this);
    }
  }));
  Object.defineProperty(MessagePort.prototype, Symbol.toStringTag, { value: 'MessagePort', configurable: true });

  function MessageChannel() {
    this.port1 = create();
    this.port2 = create();
    ports.get(this.port1).other = this.port2;
    ports.get(this.port2).other = this.port1;
  }
  Object.defineProperty(MessageChannel.prototype, Symbol.toStringTag, { value: 'MessageChannel', configurable: true });

  return { MessageChannel: MessageChannel, MessagePort: MessagePort };
})
