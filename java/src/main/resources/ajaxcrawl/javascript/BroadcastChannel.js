/* BroadcastChannel (HTML Standard, 9.5) among the scripts of one window and its workers. */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const open = new Map();

  function BroadcastChannel(name) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'BroadcastChannel': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    const channel = create(window, new.target);
    open.set(channel, String(name));
    Object.defineProperty(channel, 'name', { value: String(name), enumerable: true });
    return channel;
  }
  targetClass(window, BroadcastChannel, ['message', 'messageerror']);
  BroadcastChannel.prototype.postMessage = function postMessage(data) {
    if (!open.has(this)) {
      throw new window.DOMException("Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed", 'InvalidStateError');
    }
    const sender = this;
    const first = window.structuredClone(data);
    open.forEach(function (name, channel) {
      if (channel !== sender && name === sender.name) {
        const copy = window.structuredClone(first);
        window.setTimeout(function () {
          if (open.has(channel)) {
            channel.dispatchEvent(new window.MessageEvent('message', { data: copy, origin: window.location.origin }));
          }
        }, 0);
      }
    });
  };
  BroadcastChannel.prototype.close = function close() {
    open.delete(this);
  };

  return { BroadcastChannel };
})
