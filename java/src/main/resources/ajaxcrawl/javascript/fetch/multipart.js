/* Forms as multipart/form-data (RFC 7578), written and read. */
(function (window) {
  'use strict';

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const boundaries = new WeakMap();

  function boundary(form) {
    if (!boundaries.has(form)) {
      boundaries.set(form, '----WebKitFormBoundary' + Array.from(window.crypto.getRandomValues(new Uint8Array(16)), function (byte) {
        return LETTERS.charAt(byte % LETTERS.length);
      }).join(''));
    }
    return boundaries.get(form);
  }

  function quoted(text) {
    return '"' + text.replace(/\r\n?|\n/g, '%0D%0A').replace(/"/g, '%22') + '"';
  }

  function blob(form) {
    const parts = [];
    form.forEach(function (value, name) {
      parts.push('--' + boundary(form) + '\r\nContent-Disposition: form-data; name=' + quoted(name));
      if (value instanceof window.Blob) {
        parts.push('; filename=' + quoted(value.name || 'blob') + '\r\nContent-Type: ' + (value.type || 'application/octet-stream')
          + '\r\n\r\n', value, '\r\n');
      } else {
        parts.push('\r\n\r\n' + String(value).replace(/\r\n?|\n/g, '\r\n') + '\r\n');
      }
    });
    parts.push('--' + boundary(form) + '--\r\n');
    return new window.Blob(parts);
  }

  function text(bytes) {
    return new window.TextDecoder('utf-8').decode(bytes);
  }

  function bytesOf(binary) {
    return Uint8Array.from(binary, function (c) {
      return c.charCodeAt(0);
    });
  }

  function binaryOf(bytes) {
    let binary = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      binary += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192));
    }
    return binary;
  }

  function part(source, form) {
    const end = source.indexOf('\r\n\r\n');
    const head = text(bytesOf(source.slice(0, end)));
    const content = bytesOf(source.slice(end + 4, -2));
    const name = /[;\s]name="([^"]*)"/i.exec(head);
    const file = /filename="([^"]*)"/i.exec(head);
    if (end < 0 || !name) {
      throw new TypeError('no form');
    }
    function plain(match) {
      return match[1].replace(/%0D%0A/gi, '\r\n').replace(/%22/g, '"');
    }
    const type = /content-type:\s*([^\r\n]*)/i.exec(head);
    form.append(plain(name), file ? new window.File([content], plain(file), { type: type ? type[1] : 'text/plain' }) : text(content));
  }

  /* A form of the body's bytes; throws where they are none. */
  function read(bytes, type) {
    const form = new window.FormData();
    if (/^application\/x-www-form-urlencoded/i.test(type)) {
      new window.URLSearchParams(text(bytes)).forEach(function (value, name) {
        form.append(name, value);
      });
      return form;
    }
    const mark = /^multipart\/form-data.*boundary="?([^";]+)/i.exec(type);
    if (!mark) {
      throw new TypeError("Failed to execute 'formData' on 'Response': Could not parse content as FormData.");
    }
    binaryOf(bytes).split('--' + mark[1]).slice(1, -1).forEach(function (source) {
      part(source.slice(2), form);
    });
    return form;
  }

  return { blob, boundary, read };
})
