/* Blob.prototype.stream, text and bytes (File API). */
(function (window) {
  'use strict';

  function bytes(blob) {
    return blob.arrayBuffer().then(function (buffer) {
      return new Uint8Array(buffer);
    });
  }

  return {
    bytes: function () {
      return bytes(this);
    },
    text: function () {
      return bytes(this).then(function (all) {
        return new window.TextDecoder().decode(all);
      });
    },
    stream: function () {
      const blob = this;
      return new window.ReadableStream({
        pull: function (controller) {
          return bytes(blob).then(function (all) {
            if (all.length) {
              controller.enqueue(all);
            }
            controller.close();
          });
        }
      });
    }
  };
})
