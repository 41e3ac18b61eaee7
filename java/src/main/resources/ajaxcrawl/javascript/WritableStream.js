/* WritableStream and its default writer (Streams Standard). */
(function (window, host) {
  'use strict';

  const { later, tag } = host.use('ReadableStream.js');

  function WritableStream(sink) {
    const given = sink || {};
    const self = this;
    const controller = {
      signal: new window.AbortController().signal,
      error: function (error) {
        fail(error);
      }
    };
    let failure = null;
    let last = later(given.start ? given.start(controller) : undefined);
    let settle;
    const closed = new Promise(function (resolve, reject) {
      settle = { resolve: resolve, reject: reject };
    });
    closed.catch(function () { });
    this.locked = false;

    function fail(error) {
      failure = failure || { error: error };
      settle.reject(error);
    }

    function enqueue(action) {
      last = last.then(function () {
        if (failure) {
          throw failure.error;
        }
        return action();
      }).then(function () { });
      last.catch(fail);
      return last;
    }

    this.abort = function (reason) {
      fail(reason);
      return later(given.abort ? given.abort(reason) : undefined).then(function () { });
    };
    this.close = function () {
      return enqueue(function () {
        return given.close ? given.close() : undefined;
      }).then(settle.resolve);
    };
    this.getWriter = function () {
      if (self.locked) {
        throw new TypeError('Cannot create writer when WritableStream is locked');
      }
      self.locked = true;
      return {
        closed: closed,
        desiredSize: 1,
        get ready() {
          return last.catch(function () { });
        },
        write: function (chunk) {
          return enqueue(function () {
            return given.write ? given.write(chunk, controller) : undefined;
          });
        },
        close: self.close,
        abort: self.abort,
        releaseLock: function () {
          self.locked = false;
        }
      };
    };
  }


  tag(WritableStream, 'WritableStream');

  return { WritableStream };
})
