/* Readable streams as pages use them: default readers, tee, pipes. No byte streams, no size strategies. */
(function (window) {
  'use strict';

  function later(value) {
    return Promise.resolve(value);
  }

  function tag(type, name) {
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }

  const readables = new WeakMap();

  function CountQueuingStrategy(options) {
    this.highWaterMark = options.highWaterMark;
    this.size = function () {
      return 1;
    };
  }

  function ByteLengthQueuingStrategy(options) {
    this.highWaterMark = options.highWaterMark;
    this.size = function (chunk) {
      return chunk.byteLength;
    };
  }

  function ReadableStream(source, strategy) {
    const given = source || {};
    const limit = strategy && strategy.highWaterMark !== undefined ? strategy.highWaterMark : 1;
    const self = {
      stream: this,
      queue: [],
      requests: [],
      reader: null,
      state: 'readable',
      error: undefined,
      pulling: false,
      started: false,
      closing: false,
      closed: null,
      source: given
    };
    readables.set(this, self);
    self.closed = new Promise(function (resolve, reject) {
      self.resolveClosed = resolve;
      self.rejectClosed = reject;
    });
    self.closed.catch(function () { });

    self.pull = function () {
      const wanted = self.requests.length > 0 || self.queue.length < limit;
      if (!self.started || self.pulling || self.closing || self.state !== 'readable' || !wanted || !given.pull) {
        return;
      }
      self.pulling = true;
      later().then(function () {
        return given.pull(controller);
      }).then(function () {
        self.pulling = false;
        self.pull();
      }, fail);
    };

    function fail(error) {
      if (self.state !== 'readable') {
        return;
      }
      self.state = 'errored';
      self.error = error;
      self.queue = [];
      self.rejectClosed(error);
      self.requests.splice(0).forEach(function (request) {
        request.reject(error);
      });
    }

    function finish() {
      self.state = 'closed';
      self.resolveClosed();
      self.requests.splice(0).forEach(function (request) {
        request.resolve({ value: undefined, done: true });
      });
    }
    self.finish = finish;
    self.fail = fail;

    const controller = {
      get desiredSize() {
        return self.state === 'errored' ? null : self.state === 'closed' ? 0 : limit - self.queue.length;
      },
      byobRequest: null,
      enqueue: function (chunk) {
        if (self.closing || self.state !== 'readable') {
          throw new TypeError("Failed to execute 'enqueue' on 'ReadableStreamDefaultController': Cannot enqueue a chunk into a"
            + ' closed readable stream');
        }
        if (self.requests.length) {
          self.requests.shift().resolve({ value: chunk, done: false });
        } else {
          self.queue.push(chunk);
        }
        self.pull();
      },
      close: function () {
        self.closing = true;
        if (!self.queue.length && self.state === 'readable') {
          finish();
        }
      },
      error: fail
    };
    self.controller = controller;
    const ready = given.start ? given.start(controller) : undefined;
    later(ready).then(function () {
      self.started = true;
      self.pull();
    }, fail);
  }

  function read(self) {
    if (self.queue.length) {
      const value = self.queue.shift();
      if (self.closing && !self.queue.length) {
        self.finish();
      }
      self.pull();
      return later({ value: value, done: false });
    }
    if (self.state === 'closed') {
      return later({ value: undefined, done: true });
    }
    if (self.state === 'errored') {
      return Promise.reject(self.error);
    }
    return new Promise(function (resolve, reject) {
      self.requests.push({ resolve: resolve, reject: reject });
      self.pull();
    });
  }

  function cancel(self, reason) {
    if (self.state === 'closed') {
      return later();
    }
    if (self.state === 'errored') {
      return Promise.reject(self.error);
    }
    self.queue = [];
    self.finish();
    return later(self.source.cancel ? self.source.cancel(reason) : undefined).then(function () { });
  }

  function ReadableStreamDefaultReader(stream) {
    const self = readables.get(stream);
    if (self.reader) {
      throw new TypeError("Failed to construct 'ReadableStreamDefaultReader': ReadableStreamDefaultReader constructor can only"
        + ' accept readable streams that are not yet locked to a reader');
    }
    self.reader = this;
    Object.defineProperty(this, '_stream', { value: self, writable: true });
  }
  ReadableStreamDefaultReader.prototype = {
    constructor: ReadableStreamDefaultReader,
    get closed() {
      return this._stream.closed;
    },
    read: function () {
      return this._stream ? read(this._stream) : Promise.reject(new TypeError('This readable stream reader has been released'));
    },
    cancel: function (reason) {
      return cancel(this._stream, reason);
    },
    releaseLock: function () {
      if (this._stream) {
        this._stream.reader = null;
        this._stream = null;
      }
    }
  };

  function iterate(stream, options) {
    const reader = stream.getReader();
    const iterator = {
      next: function () {
        return reader.read().then(function (item) {
          if (item.done) {
            reader.releaseLock();
          }
          return item;
        });
      },
      return: function (value) {
        const ended = options && options.preventCancel ? later() : reader.cancel(value);
        reader.releaseLock();
        return ended.then(function () {
          return { value: value, done: true };
        });
      }
    };
    iterator[Symbol.asyncIterator] = function () {
      return iterator;
    };
    return iterator;
  }

  Object.defineProperties(ReadableStream.prototype, Object.getOwnPropertyDescriptors({
    get locked() {
      return readables.get(this).reader !== null;
    },
    getReader: function () {
      return new ReadableStreamDefaultReader(this);
    },
    cancel: function (reason) {
      const self = readables.get(this);
      return self.reader ? Promise.reject(new TypeError('Cannot cancel a locked stream')) : cancel(self, reason);
    },
    tee: function () {
      const reader = this.getReader();
      const controllers = [];
      let reading = false;
      function pull() {
        if (reading) {
          return later();
        }
        reading = true;
        return reader.read().then(function (item) {
          reading = false;
          controllers.forEach(function (controller) {
            if (item.done) {
              controller.close();
            } else {
              controller.enqueue(item.value);
            }
          });
        }, function (error) {
          controllers.forEach(function (controller) {
            controller.error(error);
          });
        });
      }
      function branch() {
        return new ReadableStream({
          start: function (controller) {
            controllers.push(controller);
          },
          pull: pull
        });
      }
      return [branch(), branch()];
    },
    pipeTo: function (destination, options) {
      const given = options || {};
      const reader = this.getReader();
      const writer = destination.getWriter();
      function step() {
        if (given.signal && given.signal.aborted) {
          return Promise.reject(given.signal.reason);
        }
        return reader.read().then(function (item) {
          if (item.done) {
            return given.preventClose ? undefined : writer.close();
          }
          return writer.write(item.value).then(step);
        });
      }
      return step().then(function () {
        reader.releaseLock();
        writer.releaseLock();
      }, function (error) {
        if (!given.preventAbort) {
          writer.abort(error);
        }
        reader.cancel(error).catch(function () { });
        throw error;
      });
    },
    pipeThrough: function (transform, options) {
      this.pipeTo(transform.writable, options).catch(function () { });
      return transform.readable;
    },
    values: function (options) {
      return iterate(this, options);
    }
  }));
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    value: ReadableStream.prototype.values, writable: true, configurable: true
  });
  ReadableStream.from = function (source) {
    const iterator = source[Symbol.asyncIterator] ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    return new ReadableStream({
      pull: function (controller) {
        return later(iterator.next()).then(function (item) {
          if (item.done) {
            controller.close();
            return undefined;
          }
          return later(item.value).then(function (value) {
            controller.enqueue(value);
          });
        });
      },
      cancel: function (reason) {
        return iterator.return ? iterator.return(reason) : undefined;
      }
    });
  };


  const types = { ReadableStream, ReadableStreamDefaultReader, ByteLengthQueuingStrategy, CountQueuingStrategy };
  Object.keys(types).forEach(function (name) {
    tag(types[name], name);
  });

  return Object.assign({ later, tag }, types);
})
