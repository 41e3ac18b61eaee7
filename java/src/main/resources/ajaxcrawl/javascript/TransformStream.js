/* TransformStream, and the streams that code text (Streams and Encoding Standards). */
(function (window, host) {
  'use strict';

  const { ReadableStream, later, tag } = host.use('ReadableStream.js');
  const { WritableStream } = host.use('WritableStream.js');

  function TransformStream(transformer) {
    const given = transformer || {};
    let output;
    const controller = {
      desiredSize: 1,
      enqueue: function (chunk) {
        output.enqueue(chunk);
      },
      error: function (error) {
        output.error(error);
      },
      terminate: function () {
        output.close();
      }
    };
    this.readable = new ReadableStream({
      start: function (readable) {
        output = readable;
      }
    });
    this.writable = new WritableStream({
      start: function () {
        return given.start ? given.start(controller) : undefined;
      },
      write: function (chunk) {
        return given.transform ? given.transform(chunk, controller) : controller.enqueue(chunk);
      },
      close: function () {
        return later(given.flush ? given.flush(controller) : undefined).then(function () {
          output.close();
        });
      },
      abort: function (reason) {
        output.error(reason);
      }
    });
  }

  function coding(stream, self) {
    self.readable = stream.readable;
    self.writable = stream.writable;
  }

  function TextDecoderStream(label, options) {
    const encoding = label || 'utf-8';
    let held = new Uint8Array(0);
    // the decoder has no stream mode: what may be the beginning of a character waits for the next chunk
    function cut(bytes) {
      let end = bytes.length;
      for (let back = 1; back <= Math.min(3, bytes.length); back++) {
        const byte = bytes[bytes.length - back];
        if (byte >= 0xC0) {
          const length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
          if (length > back) {
            end = bytes.length - back;
          }
          break;
        }
        if (byte < 0x80) {
          break;
        }
      }
      return end;
    }
    coding(new TransformStream({
      transform: function (chunk, controller) {
        const bytes = chunk instanceof Uint8Array ? chunk : new Uint8Array(chunk.buffer || chunk);
        const all = new Uint8Array(held.length + bytes.length);
        all.set(held, 0);
        all.set(bytes, held.length);
        const end = /^utf-?8$/i.test(encoding) ? cut(all) : all.length;
        held = all.slice(end);
        if (end) {
          controller.enqueue(new window.TextDecoder(encoding, options).decode(all.slice(0, end)));
        }
      },
      flush: function (controller) {
        if (held.length) {
          controller.enqueue(new window.TextDecoder(encoding, options).decode(held));
        }
      }
    }), this);
    this.encoding = encoding;
  }

  function TextEncoderStream() {
    coding(new TransformStream({
      transform: function (chunk, controller) {
        controller.enqueue(new window.TextEncoder().encode(String(chunk)));
      }
    }), this);
    this.encoding = 'utf-8';
  }


  const types = { TransformStream, TextDecoderStream, TextEncoderStream };
  Object.keys(types).forEach(function (name) {
    tag(types[name], name);
  });

  return types;
})
