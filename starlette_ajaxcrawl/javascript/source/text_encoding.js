// TextEncoder and TextDecoder for UTF-8: V8 alone has neither, and the compiler's wasm binding needs both.
(function (global) {
  'use strict';

  function TextEncoder() {}

  TextEncoder.prototype.encodeInto = function (text, bytes) {
    var written = 0;
    for (var i = 0; i < text.length; i++) {
      var code = text.codePointAt(i);
      if (code < 0x80) {
        bytes[written++] = code;
      } else if (code < 0x800) {
        bytes[written++] = 0xc0 | (code >> 6);
        bytes[written++] = 0x80 | (code & 63);
      } else if (code < 0x10000) {
        if (code >= 0xd800 && code < 0xe000) code = 0xfffd; // half of a pair
        bytes[written++] = 0xe0 | (code >> 12);
        bytes[written++] = 0x80 | ((code >> 6) & 63);
        bytes[written++] = 0x80 | (code & 63);
      } else {
        i++;
        bytes[written++] = 0xf0 | (code >> 18);
        bytes[written++] = 0x80 | ((code >> 12) & 63);
        bytes[written++] = 0x80 | ((code >> 6) & 63);
        bytes[written++] = 0x80 | (code & 63);
      }
    }
    return { read: text.length, written: written };
  };

  TextEncoder.prototype.encode = function (text) {
    var bytes = new Uint8Array(text.length * 3);
    return bytes.slice(0, this.encodeInto(text, bytes).written);
  };

  function TextDecoder() {}

  TextDecoder.prototype.decode = function (bytes) {
    var parts = [];
    var units = [];
    for (var i = 0; bytes && i < bytes.length;) {
      var code = bytes[i++];
      if (code >= 0xf0) {
        code = ((code & 7) << 18) | ((bytes[i++] & 63) << 12) | ((bytes[i++] & 63) << 6) | (bytes[i++] & 63);
        units.push(0xd7c0 + (code >> 10));
        code = 0xdc00 | (code & 1023);
      } else if (code >= 0xe0) {
        code = ((code & 15) << 12) | ((bytes[i++] & 63) << 6) | (bytes[i++] & 63);
      } else if (code >= 0x80) {
        code = ((code & 31) << 6) | (bytes[i++] & 63);
      }
      units.push(code);
      if (units.length > 8000) { // as many as apply takes
        parts.push(String.fromCharCode.apply(null, units));
        units = [];
      }
    }
    parts.push(String.fromCharCode.apply(null, units));
    return parts.join('');
  };

  global.TextEncoder = TextEncoder;
  global.TextDecoder = TextDecoder;
})(globalThis);
