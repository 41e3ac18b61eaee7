/* What is small and on its own: RegExp.escape, encode, encodeInto, registerProperty. */
(function (window, host) {
  'use strict';

  const CONTROLS = { '\t': '\\t', '\n': '\\n', '\v': '\\v', '\f': '\\f', '\r': '\\r' };

  function hex(code) {
    return code < 256 ? '\\x' + code.toString(16).padStart(2, '0') : '\\u' + code.toString(16).padStart(4, '0');
  }

  return {
    crossOriginIsolated: false,
    escape: function (text) {
      if (typeof text !== 'string') {
        throw new TypeError('RegExp.escape requires a string');
      }
      return text.replace(/[\s\S]/g, function (c, index) {
        if (/[\^$\\.*+?()[\]{}|\/]/.test(c)) {
          return '\\' + c;
        }
        if (CONTROLS[c]) {
          return CONTROLS[c];
        }
        return index === 0 && /[0-9A-Za-z]/.test(c) || /[,\-=<>#&!%:;@~'`"\s]/.test(c) ? hex(c.charCodeAt(0)) : c;
      });
    },
    encode: function (source) {
      const bytes = host.replaced.encode.call(this, source === undefined ? '' : source);
      Object.setPrototypeOf(bytes.buffer, ArrayBuffer.prototype); // the engine's own has none
      return bytes;
    },
    encodeInto: function (source, target) {
      const text = String(source);
      let read = 0;
      let written = 0;
      while (read < text.length) {
        const c = String.fromCodePoint(text.codePointAt(read));
        const bytes = this.encode(c);
        if (written + bytes.length > target.length) {
          break;
        }
        target.set(bytes, written);
        read += c.length;
        written += bytes.length;
      }
      return { read: read, written: written };
    },
    registerProperty: function (definition) {
      if (!/^--/.test(definition.name)) {
        throw new window.DOMException("Failed to execute 'registerProperty' on 'CSS': Custom property names must start with '--'.",
          'SyntaxError');
      }
    }
  };
})
