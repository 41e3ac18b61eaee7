/* Streams that pack and unpack bytes (Compression Standard). */
(function (window, host) {
  'use strict';

  const { TransformStream } = host.use('TransformStream.js');
  const FORMATS = ['gzip', 'deflate', 'deflate-raw'];

  function coding(name, code) {
    return function (format) {
      if (FORMATS.indexOf(String(format)) < 0) {
        throw new TypeError("Failed to construct '" + name + "': Unsupported compression format: '" + format + "'");
      }
      const chunks = [];
      const stream = new TransformStream({
        transform: function (chunk) {
          chunks.push(chunk);
        },
        flush: function (controller) {
          return new window.Blob(chunks).arrayBuffer().then(function (bytes) {
            const coded = code(String(format), bytes);
            if (coded === null) {
              throw new TypeError('The compressed data was not valid.');
            }
            controller.enqueue(new Uint8Array(coded));
          });
        }
      });
      this.readable = stream.readable;
      this.writable = stream.writable;
    };
  }

  return {
    CompressionStream: coding('CompressionStream', host.pack),
    DecompressionStream: coding('DecompressionStream', host.unpack)
  };
})
