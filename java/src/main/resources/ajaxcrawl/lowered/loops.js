// Loops over iterators that are left early, and those that await each step.
(function (runtime) {
  'use strict';

  // A for-of loop that is left early: iterate gives what the loop runs over, close ends it.
  runtime.iterate = function (iterable) {
    if (Array.isArray(iterable) || typeof iterable === 'string') return iterable; // nothing to close
    var iterator = iterable[Symbol.iterator]();
    var next = iterator.next;
    var isDone = true;
    var result = {
      close: function () {
        if (isDone) return;
        isDone = true;
        var end = iterator.return;
        if (end !== undefined && end !== null) end.call(iterator);
      }
    };
    result[Symbol.iterator] = function () {
      return {
        next: function () {
          isDone = true; // an iterator that throws is not closed
          var step = next.call(iterator);
          isDone = !!step.done;
          return step;
        }
      };
    };
    return result;
  };

  runtime.close = function (iterable) {
    if (iterable && typeof iterable.close === 'function' && !Array.isArray(iterable)) iterable.close();
  };

  // The steps of `for await`; see for_await.js.
  function Steps() {
    this.isOpen = false;
  }

  Steps.prototype = {
    of: function (iterable) {
      if (iterable === undefined || iterable === null) throw new TypeError(iterable + ' is not async iterable');
      var method = iterable[Symbol.asyncIterator];
      this.isSync = method === undefined || method === null;
      if (this.isSync) method = iterable[Symbol.iterator];
      if (typeof method !== 'function') throw new TypeError(String(iterable) + ' is not async iterable');
      this.iterator = method.call(iterable);
      this.step = this.iterator.next;
    },
    next: function () {
      this.isOpen = false; // an iterator that fails is not closed
      var step = this.step.call(this.iterator);
      return this.isSync ? runtime.settled(step) : step;
    },
    done: function (step) {
      if (Object(step) !== step) throw new TypeError('Iterator result ' + String(step) + ' is not an object');
      if (step.done) return true;
      this.value = step.value;
      this.isOpen = true;
      return false;
    },
    fail: function (error) {
      this.failed = true;
      this.error = error;
    },
    close: function () {
      try {
        var end = this.iterator.return;
        return end === undefined || end === null ? undefined : this.hushed(end.call(this.iterator));
      } catch (error) {
        if (!this.failed) throw error;
      }
    },
    hushed: function (result) { // what fails while it is closed is nothing beside what failed before
      return this.failed ? runtime.hushed(result) : result;
    },
    end: function () {
      if (this.failed) throw this.error;
    }
  };

  runtime.asyncSteps = function () {
    return new Steps();
  };
})
