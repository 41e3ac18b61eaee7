// What lowered code calls; see ModernRuntime.java, which adds what is not here. Written for Rhino as it is.
(function () {
  'use strict';

  var runtime = {};

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

  // value instanceof type, for sources that name Symbol.hasInstance.
  runtime.instanceOf = function (value, type) {
    var isObject = value !== null && (typeof value === 'object' || typeof value === 'function');
    var method = isObject || type === undefined || type === null ? undefined : type[Symbol.hasInstance];
    return method === undefined || method === null ? value instanceof type : !!method.call(type, value);
  };

  // The function of a default in a pattern.
  runtime.named = function (name, made) {
    return Object.defineProperty(made, 'name', { value: name, configurable: true });
  };

  // Takes the window's own properties out of the way of what a script declares.
  runtime.hide = function (names) {
    names.forEach(function (name) {
      Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(Object.getPrototypeOf(globalThis), name);
    });
  };

  // What stands for a name that is read before its declaration.
  runtime.deadZone = function (name) {
    throw new ReferenceError("Cannot access '" + name + "' before initialization");
  };

  // What stands for an assignment to a constant.
  runtime.constant = function () {
    throw new TypeError('Assignment to constant variable.');
  };

  // Classes, in place of SWC's helpers; see swc_helpers.js, and ModernRuntime.java for `define`.
  var isPrototypeOf = Object.prototype.isPrototypeOf;

  runtime.checkNew = function (instance, type) {
    if (!(instance instanceof type) && !isPrototypeOf.call(type.prototype, instance)) { // the class may have its own instanceof
      throw new TypeError("Class constructor " + type.name + " cannot be invoked without 'new'");
    }
  };

  function isConstructor(value) {
    try {
      Reflect.construct(Object, [], value);
      return true;
    } catch (error) {
      return false;
    }
  }

  runtime.inherits = function (type, base) {
    var prototype = base === null ? null : typeof base === 'function' ? base.prototype : undefined;
    if (prototype === undefined || prototype !== null && typeof prototype !== 'object' && typeof prototype !== 'function'
        || base && !isConstructor(base)) {
      throw new TypeError('Class extends value ' + String(base) + ' is not a constructor or null');
    }
    type.prototype = Object.create(prototype, { constructor: { value: type, writable: true, configurable: true } });
    if (base) Object.setPrototypeOf(type, base);
  };

  runtime.initialized = function (self) {
    if (self === undefined) {
      throw new ReferenceError("Must call super constructor in derived class before accessing 'this' or returning from derived constructor");
    }
    return self;
  };

  runtime.constructed = function (self, result) {
    if (result !== null && typeof result === 'object' || typeof result === 'function') return result;
    if (result !== undefined) throw new TypeError('Derived constructors may only return object or undefined');
    return runtime.initialized(self);
  };

  runtime.construct = function (self, derived, given) {
    var base = Object.getPrototypeOf(derived);
    return Reflect.construct(base, base === Object ? [] : given || [], Object.getPrototypeOf(self).constructor);
  };

  runtime.same = function (type) { // built-in classes are extended as others are
    return type;
  };

  function nameOf(key) {
    return typeof key === 'symbol' ? key.description === undefined ? '' : '[' + key.description + ']' : String(key);
  }

  function setName(made, name) {
    if (typeof made === 'function') Object.defineProperty(made, 'name', { value: name, configurable: true });
  }

  function addMembers(owner, list) {
    list.forEach(function (member) {
      var key = member.key;
      if (typeof key !== 'symbol') key = member.key = String(key);
      if (typeof owner === 'function') {
        if (key === 'prototype') throw new TypeError("Classes may not have a static property named 'prototype'");
        if (key === 'length' || key === 'name') delete owner[key]; // Rhino keeps what it has of functions
      }
      member.enumerable = false;
      member.configurable = true;
      if ('value' in member) {
        member.writable = true;
        if (typeof member.value === 'function') runtime.noConstructor(member.value);
        if (member.value.name === 'value') setName(member.value, nameOf(key)); // it has none: its key is computed
      }
      ['get', 'set'].forEach(function (part) {
        if (!member[part]) return;
        setName(member[part], part + ' ' + nameOf(key));
        runtime.noConstructor(member[part]);
      });
      Object.defineProperty(owner, key, member);
    });
  }

  runtime.members = function (type, own, statics) {
    if (own) addMembers(type.prototype, own);
    if (statics) addMembers(type, statics);
    return type;
  };

  // Async functions: the promise and its methods as they are, not as a page may replace them.
  var Native = Promise;
  var resolved = Promise.resolve;
  var then = Promise.prototype.then;

  runtime.rejected = function (reason) {
    return new Native(function (resolve, reject) { reject(reason); });
  };

  runtime.async = function (body) {
    return function () {
      var self = this;
      var given = arguments;
      return new Native(function (resolve, reject) {
        var steps = body.apply(self, given);
        function go(value) { step('next', value); }
        function fail(error) { step('throw', error); }
        function step(key, value) {
          var result;
          try {
            result = steps[key](value);
            if (!result.done) result = resolved.call(Native, result.value);
          } catch (error) {
            reject(error);
            return;
          }
          if (result instanceof Native) then.call(result, go, fail);
          else resolve(result.value);
        }
        go();
      });
    };
  };

  // What an async generator of SWC's yields where the function had `await` (kind 0) or `yield*` (kind 1).
  runtime.Awaited = function (value, kind) {
    this.v = value;
    this.k = kind;
  };

  var requests = new WeakMap(); // by async generator: the function that takes a request

  function request(key) {
    return function (value) {
      var send = requests.get(this);
      return send ? send(key, value) : runtime.rejected(new TypeError(key + ' method called on incompatible receiver ' + String(this)));
    };
  }

  function AsyncGenerator(steps) {
    var queue = [];

    function settle(how, value, done) {
      queue.shift()[how](how === 'resolve' ? { value: value, done: done } : value);
      if (queue.length) resume(queue[0].key, queue[0].value);
    }

    function resume(key, value) {
      var result;
      var promise;
      var isAwaited;
      try {
        result = steps[key](value);
        isAwaited = result.value instanceof runtime.Awaited;
        promise = resolved.call(Native, isAwaited ? result.value.v : result.value);
      } catch (error) {
        settle('reject', error);
        return;
      }
      then.call(promise, function (given) {
        if (!isAwaited) {
          settle('resolve', given, result.done);
        } else if (!result.value.k || given.done) {
          resume(key === 'return' && result.value.k ? key : 'next', given);
        } else {
          settle('resolve', steps[key === 'return' ? key : 'next'](given).value, false);
        }
      }, function (error) {
        if (result.done) settle('reject', error);
        else resume('throw', error);
      });
    }

    requests.set(this, function (key, value) {
      return new Native(function (resolve, reject) {
        queue.push({ key: key, value: value, resolve: resolve, reject: reject });
        if (queue.length === 1) resume(key, value);
      });
    });
  }

  var asyncIterator = {};
  Object.defineProperty(asyncIterator, Symbol.asyncIterator, { value: function () { return this; }, writable: true, configurable: true });
  AsyncGenerator.prototype = Object.create(asyncIterator);
  ['next', 'return', 'throw'].forEach(function (key) {
    Object.defineProperty(AsyncGenerator.prototype, key, { value: request(key), writable: true, configurable: true });
    setName(AsyncGenerator.prototype[key], key);
  });
  Object.defineProperty(AsyncGenerator.prototype, Symbol.toStringTag, { value: 'AsyncGenerator', configurable: true });

  runtime.asyncGenerator = function (body) {
    return function () {
      return new AsyncGenerator(body.apply(this, arguments));
    };
  };

  // What `using` and `await using` declare in a block, and the block's end; SWC keeps the rest in `block`.
  runtime.use = function (block, value, isAsync) {
    if (value === null || value === undefined) {
      if (isAsync) block.stack.push({ isAsync: true });
      return value;
    }
    var dispose = isAsync ? value[Symbol.asyncDispose] : undefined;
    var isSync = dispose === undefined || dispose === null;
    if (isSync) dispose = value[Symbol.dispose];
    if (Object(value) !== value || typeof dispose !== 'function') throw new TypeError('what is declared by using is not disposable');
    block.stack.push({
      isAsync: isAsync,
      end: function () {
        var result = dispose.call(value);
        return isSync ? undefined : result;
      }
    });
    return value;
  };

  runtime.dispose = function (block) {
    function fail(error) {
      block.error = block.hasError ? new SuppressedError(error, block.error, 'An error was suppressed during disposal') : error;
      block.hasError = true;
    }

    function next() {
      while (block.stack.length) {
        var one = block.stack.pop();
        try {
          var result = one.end && one.end();
          if (one.isAsync) return then.call(resolved.call(Native, result), next, failed);
        } catch (error) {
          fail(error);
        }
      }
      if (block.hasError) throw block.error;
    }

    function failed(error) {
      fail(error);
      return next();
    }

    return next();
  };

  // The constructors of these functions: what they make is compiled as a script, and so lowered.
  function functionConstructor(name, keyword) {
    var constructor = function () {
      var parameters = Array.prototype.slice.call(arguments);
      var body = parameters.length ? parameters.pop() : '';
      return (0, eval)('(' + keyword + ' anonymous(' + parameters.join(',') + '\n) {\n' + body + '\n})');
    };
    setName(constructor, name);
    Object.setPrototypeOf(constructor, Function);
    constructor.prototype = Object.create(Function.prototype, {
      constructor: { value: constructor, configurable: true }
    });
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return constructor;
  }

  var AsyncFunction = functionConstructor('AsyncFunction', 'async function');
  var AsyncGeneratorFunction = functionConstructor('AsyncGeneratorFunction', 'async function*');
  Object.defineProperty(AsyncGeneratorFunction.prototype, 'prototype', { value: AsyncGenerator.prototype, configurable: true });
  Object.defineProperty(AsyncGenerator.prototype, 'constructor', { value: AsyncGeneratorFunction.prototype, configurable: true });

  // What lowering has made plain functions of; see async_functions.js.
  function as(prototype, instances) {
    return function (made, name) {
      if (name !== undefined) setName(made, name);
      runtime.noConstructor(made);
      if (instances) Object.defineProperty(made, 'prototype', { value: Object.create(instances), writable: true });
      return Object.setPrototypeOf(made, prototype);
    };
  }

  var GeneratorFunction = Object.getPrototypeOf(function* () {});
  runtime.asAsync = as(AsyncFunction.prototype, null);
  runtime.asAsyncGenerator = as(AsyncGeneratorFunction.prototype, AsyncGenerator.prototype);
  runtime.asGenerator = as(GeneratorFunction, Object.getPrototypeOf((function* () {})()).__proto__);

  runtime.methods = function (object, kinds) {
    kinds.forEach(function (one) {
      var method = Object.getOwnPropertyDescriptor(object, one[0]);
      if (method && typeof method.value === 'function') runtime[one[1]](method.value);
    });
    return object;
  };

  runtime.import = function (specifier) {
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module: ' + specifier));
  };

  return runtime;
})();
