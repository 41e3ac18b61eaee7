/* DisposableStack, AsyncDisposableStack and SuppressedError (ECMAScript, "Explicit Resource Management"). */
(function () {
  'use strict';

  function SuppressedError(error, suppressed, message) {
    const made = Reflect.construct(Error, message === undefined ? [] : [message], new.target || SuppressedError);
    [['error', error], ['suppressed', suppressed]].forEach(function (one) {
      Object.defineProperty(made, one[0], { value: one[1], writable: true, configurable: true });
    });
    return made;
  }
  Object.setPrototypeOf(SuppressedError, Error);
  SuppressedError.prototype = Object.create(Error.prototype, {
    constructor: { value: SuppressedError, writable: true, configurable: true },
    name: { value: 'SuppressedError', writable: true, configurable: true },
    message: { value: '', writable: true, configurable: true }
  });

  const stacks = new WeakMap(); // to { disposed, list } with functions without arguments, the last one first to be called

  function open(stack) {
    const state = stacks.get(stack);
    if (!state) {
      throw new TypeError('not a stack of resources');
    }
    if (state.disposed) {
      throw new ReferenceError('Cannot add values to a disposed stack!');
    }
    return state;
  }

  function callable(value) {
    if (typeof value !== 'function') {
      throw new TypeError(String(value) + ' is not a function');
    }
    return value;
  }

  /* Ends a stack: gives what is to be called, last first. */
  function end(stack) {
    const state = stacks.get(stack);
    if (!state) {
      throw new TypeError('not a stack of resources');
    }
    const list = state.disposed ? [] : state.list.reverse();
    state.disposed = true;
    return list;
  }

  function define(type, name, methods) {
    Object.keys(methods).forEach(function (key) {
      Object.defineProperty(type.prototype, key, { value: methods[key], writable: true, configurable: true });
    });
    Object.defineProperty(type.prototype, 'disposed', {
      get: function () {
        return stacks.get(this).disposed;
      },
      configurable: true
    });
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }

  function methods(type, method) {
    return {
      use: function (value) {
        const state = open(this);
        if (value !== null && value !== undefined) {
          const dispose = callable(method(value));
          state.list.push(function () {
            return dispose.call(value);
          });
        }
        return value;
      },
      adopt: function (value, dispose) {
        const state = open(this);
        callable(dispose);
        state.list.push(function () {
          return dispose(value);
        });
        return value;
      },
      defer: function (dispose) {
        open(this).list.push(callable(dispose));
      },
      move: function () {
        const state = open(this);
        const made = new type();
        stacks.get(made).list = state.list;
        state.list = [];
        state.disposed = true;
        return made;
      }
    };
  }

  function checkNew(target) {
    if (target === undefined) {
      throw new TypeError("Constructor requires 'new'");
    }
  }

  function DisposableStack() {
    checkNew(new.target);
    stacks.set(this, { disposed: false, list: [] });
  }

  function AsyncDisposableStack() {
    checkNew(new.target);
    stacks.set(this, { disposed: false, list: [] });
  }

  define(DisposableStack, 'DisposableStack', methods(DisposableStack, function (value) {
    return value[Symbol.dispose];
  }));
  define(AsyncDisposableStack, 'AsyncDisposableStack', methods(AsyncDisposableStack, function (value) {
    const method = value[Symbol.asyncDispose];
    return method === null || method === undefined ? value[Symbol.dispose] : method;
  }));

  function joined(failure, error) {
    return { error: failure ? new SuppressedError(error, failure.error) : error };
  }

  function dispose() {
    let failure = null;
    end(this).forEach(function (one) {
      try {
        one();
      } catch (error) {
        failure = joined(failure, error);
      }
    });
    if (failure) {
      throw failure.error;
    }
  }

  function disposeAsync() {
    let failure = null;
    let list;
    try {
      list = end(this);
    } catch (error) {
      return Promise.reject(error);
    }
    return list.reduce(function (before, one) {
      return before.then(one).then(undefined, function (error) {
        failure = joined(failure, error);
      });
    }, Promise.resolve()).then(function () {
      if (failure) {
        throw failure.error;
      }
    });
  }

  ['dispose', Symbol.dispose].forEach(function (key) {
    Object.defineProperty(DisposableStack.prototype, key, { value: dispose, writable: true, configurable: true });
  });
  ['disposeAsync', Symbol.asyncDispose].forEach(function (key) {
    Object.defineProperty(AsyncDisposableStack.prototype, key, { value: disposeAsync, writable: true, configurable: true });
  });
  return { DisposableStack: DisposableStack, AsyncDisposableStack: AsyncDisposableStack, SuppressedError: SuppressedError };
})
