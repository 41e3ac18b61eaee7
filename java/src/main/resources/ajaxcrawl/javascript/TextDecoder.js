/* TextDecoder (Encoding Standard): byte order marks, fatal errors, and characters that come in pieces. */
(function (window, host) {
  'use strict';

  const states = new WeakMap();
  const MARKED = ['utf-8', 'utf-16le', 'utf-16be'];

  function TextDecoder(label, options) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'TextDecoder': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    const encoding = host.encoding(label === undefined ? 'utf-8' : label);
    if (!encoding) {
      throw new RangeError("Failed to construct 'TextDecoder': The encoding label provided ('" + label + "') is invalid.");
    }
    const fatal = Boolean(options && options.fatal);
    states.set(this, { encoding: encoding.toLowerCase(), fatal: fatal, ignoreBOM: Boolean(options && options.ignoreBOM),
      decoder: host.decoder(encoding, fatal), isBegun: false });
  }
  ['encoding', 'fatal', 'ignoreBOM'].forEach(function (name) {
    Object.defineProperty(TextDecoder.prototype, name, {
      get: function () {
        return states.get(this)[name];
      },
      configurable: true,
      enumerable: true
    });
  });
  Object.defineProperty(TextDecoder.prototype, 'decode', {
    value: function decode(source, options) {
      const state = states.get(this);
      const isLast = !(options && options.stream);
      let text = host.decode(state.decoder, source === undefined ? new ArrayBuffer(0) : source, isLast);
      if (text === null) {
        state.isBegun = false;
        throw new TypeError("Failed to execute 'decode' on 'TextDecoder': The encoded data was not valid.");
      }
      if (!state.isBegun && text !== '') {
        if (!state.ignoreBOM && text.charCodeAt(0) === 0xFEFF && MARKED.indexOf(state.encoding) >= 0) {
          text = text.slice(1);
        }
        state.isBegun = true;
      }
      if (isLast) {
        state.isBegun = false;
      }
      return text;
    },
    writable: true,
    configurable: true,
    enumerable: true
  });
  Object.defineProperty(TextDecoder.prototype, Symbol.toStringTag, { value: 'TextDecoder', configurable: true });

  return { TextDecoder };
})
