/* Iterator and its helpers (ECMAScript 2025), on the prototype that all built-in iterators share. */
(function (window, host) {
  'use strict';

  const generic = host.iteratorPrototype;

  function Iterator() {
    if (new.target === undefined || new.target === Iterator) {
      throw new TypeError('Abstract class Iterator not directly constructable');
    }
  }
  Object.defineProperty(Iterator, 'prototype', { value: generic, writable: false });

  function callable(value) {
    if (typeof value !== 'function') {
      throw new TypeError(String(value) + ' is not a function');
    }
    return value;
  }

  function close(iterator) {
    if (typeof iterator.return === 'function') {
      iterator.return();
    }
  }

  function helper(next, done) {
    let over = false;
    const result = Object.create(generic);
    result.next = function () {
      if (over) {
        return { value: undefined, done: true };
      }
      const step = next();
      over = step.done;
      return step;
    };
    result.return = function () {
      if (!over) {
        over = true;
        done();
      }
      return { value: undefined, done: true };
    };
    return result;
  }

  function guarded(iterator, action) {
    try {
      return action();
    } catch (e) {
      close(iterator);
      throw e;
    }
  }

  function limit(value) {
    const number = Number(value);
    if (number !== number) {
      throw new RangeError(String(value) + ' must be positive');
    }
    if (number < 0) {
      throw new RangeError(String(value) + ' must be positive');
    }
    return Math.trunc(number);
  }

  const END = { value: undefined, done: true };

  const methods = {
    map: function (mapper) {
      const self = this;
      const next = self.next;
      let index = 0;
      callable(mapper);
      return helper(function () {
        const step = next.call(self);
        return step.done ? END : { value: guarded(self, function () {
          return mapper(step.value, index++);
        }), done: false };
      }, function () {
        close(self);
      });
    },
    filter: function (predicate) {
      const self = this;
      const next = self.next;
      let index = 0;
      callable(predicate);
      return helper(function () {
        for (let step = next.call(self); !step.done; step = next.call(self)) {
          const value = step.value;
          if (guarded(self, function () {
            return predicate(value, index++);
          })) {
            return { value: value, done: false };
          }
        }
        return END;
      }, function () {
        close(self);
      });
    },
    take: function (count) {
      const self = this;
      const next = self.next;
      let left = limit(count);
      return helper(function () {
        if (left-- <= 0) {
          close(self);
          return END;
        }
        const step = next.call(self);
        return step.done ? END : { value: step.value, done: false };
      }, function () {
        close(self);
      });
    },
    drop: function (count) {
      const self = this;
      const next = self.next;
      let left = limit(count);
      return helper(function () {
        while (left > 0) {
          left--;
          if (next.call(self).done) {
            return END;
          }
        }
        const step = next.call(self);
        return step.done ? END : { value: step.value, done: false };
      }, function () {
        close(self);
      });
    },
    flatMap: function (mapper) {
      const self = this;
      const next = self.next;
      let index = 0;
      let inner = null;
      callable(mapper);
      return helper(function () {
        for (;;) {
          if (inner) {
            const item = inner.next();
            if (!item.done) {
              return { value: item.value, done: false };
            }
            inner = null;
          }
          const step = next.call(self);
          if (step.done) {
            return END;
          }
          inner = guarded(self, function () {
            return from(mapper(step.value, index++));
          });
        }
      }, function () {
        if (inner) {
          close(inner);
        }
        close(self);
      });
    },
    toArray: function () {
      const next = this.next;
      const result = [];
      for (let step = next.call(this); !step.done; step = next.call(this)) {
        result.push(step.value);
      }
      return result;
    },
    forEach: function (action) {
      const self = this;
      callable(action);
      let index = 0;
      each(self, function (value) {
        action(value, index++);
        return false;
      });
    },
    reduce: function (reducer, initial) {
      const self = this;
      callable(reducer);
      let started = arguments.length > 1;
      let result = initial;
      let index = 0;
      each(self, function (value) {
        result = started ? reducer(result, value, index) : value;
        started = true;
        index++;
        return false;
      });
      if (!started) {
        throw new TypeError('Reduce of a done iterator with no initial value');
      }
      return result;
    },
    some: function (predicate) {
      callable(predicate);
      let index = 0;
      return each(this, function (value) {
        return predicate(value, index++);
      }).found;
    },
    every: function (predicate) {
      callable(predicate);
      let index = 0;
      return !each(this, function (value) {
        return !predicate(value, index++);
      }).found;
    },
    find: function (predicate) {
      callable(predicate);
      let index = 0;
      return each(this, function (value) {
        return predicate(value, index++);
      }).value;
    }
  };

  methods.includes = function (wanted, skipped) {
    let left = skipped === undefined ? 0 : limit(skipped);
    return each(this, function (value) {
      return left-- <= 0 && [value].includes(wanted);
    }).found;
  };

  methods.join = function (separator) {
    return methods.toArray.call(this).join(separator);
  };

  /* Goes through what is left until the test is true, then closes the iterator. */
  function each(iterator, test) {
    const next = iterator.next;
    for (let step = next.call(iterator); !step.done; step = next.call(iterator)) {
      const value = step.value;
      if (guarded(iterator, function () {
        return test(value);
      })) {
        close(iterator);
        return { found: true, value: value };
      }
    }
    return { found: false, value: undefined };
  }

  function from(source) {
    if (source !== null && source !== undefined && typeof source[Symbol.iterator] === 'function') {
      return source[Symbol.iterator]();
    }
    return source;
  }

  Object.defineProperty(Iterator, 'from', {
    value: function (source) {
      const iterator = from(source);
      return iterator instanceof Iterator ? iterator : helper(function () {
        return iterator.next();
      }, function () {
        close(iterator);
      });
    },
    writable: true,
    configurable: true
  });
  Object.defineProperty(Iterator, 'concat', {
    value: function () {
      const opened = Array.from(arguments, function (source) {
        return { source: source, open: callable(source[Symbol.iterator]) };
      });
      let inner = null;
      return helper(function () {
        for (;;) {
          if (!inner) {
            if (opened.length === 0) {
              return END;
            }
            const first = opened.shift();
            inner = first.open.call(first.source);
          }
          const step = inner.next();
          if (!step.done) {
            return { value: step.value, done: false };
          }
          inner = null;
        }
      }, function () {
        if (inner) {
          close(inner);
        }
      });
    },
    writable: true,
    configurable: true
  });
  return Object.assign({ Iterator: Iterator }, methods);
})
