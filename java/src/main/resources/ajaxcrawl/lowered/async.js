// Async functions and generators; see async_functions.js. The promise and its methods are as they were, not as a page may
// replace them.
(function (runtime) {
  'use strict';

  var Native = Promise;
  var resolved = Promise.resolve;
  var then = Promise.prototype.then;

  runtime.then = function (value, onValue, onError) {
    return then.call(resolved.call(Native, value), onValue, onError);
  };

  runtime.hushed = function (value) {
    return runtime.then(value, function () {}, function () {});
  };

  // An iterator's step with its value awaited.
  runtime.settled = function (step) {
    if (Object(step) !== step) throw new TypeError('Iterator result ' + String(step) + ' is not an object');
    var isDone = !!step.done;
    return runtime.then(step.value, function (value) { return { value: value, done: isDone }; });
  };

  // Steps through the generator that body gives: what it yields is awaited.
  function run(body, self, given) {
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
  }

  runtime.async = run;

  runtime.run = function (steps) {
    return run(function () { return steps; });
  };

  // What an async generator yields where the function has `await`; by: how it goes on.
  runtime.Awaited = function (value, by) {
    this.value = value;
    this.by = by || 'next';
  };

  // What it yields where the function has `yield*`: a value that was awaited already.
  function Given(value) {
    this.value = value;
  }

  var requests = new WeakMap(); // by async generator: the function that takes a request

  function request(key) {
    return function (value) {
      var send = requests.get(this);
      if (send) return send(key, value);
      var text = String(this);
      return new Native(function (resolve, reject) { reject(new TypeError(key + ' method called on incompatible receiver ' + text)); });
    };
  }

  function begin(generator, steps) {
    var queue = [];

    function settle(how, value, done) {
      queue.shift()[how](how === 'resolve' ? { value: value, done: done } : value);
      if (queue.length) take();
    }

    function take() {
      var first = queue[0];
      if (first.key !== 'return') {
        resume(first.key, first.value);
        return;
      }
      runtime.then(first.value, function (value) { resume('return', value); }, function (error) { resume('throw', error); });
    }

    function resume(key, value) {
      var result;
      var given;
      var promise;
      try {
        result = steps[key](value);
        given = result.value;
        if (given instanceof Given) {
          settle('resolve', given.value, false);
          return;
        }
        promise = resolved.call(Native, given instanceof runtime.Awaited ? given.value : given);
      } catch (error) {
        settle('reject', error);
        return;
      }
      then.call(promise, function (value) {
        if (given instanceof runtime.Awaited) resume(given.by, value);
        else settle('resolve', value, result.done);
      }, function (error) {
        if (result.done) settle('reject', error);
        else resume('throw', error);
      });
    }

    requests.set(generator, function (key, value) {
      return new Native(function (resolve, reject) {
        queue.push({ key: key, value: value, resolve: resolve, reject: reject });
        if (queue.length === 1) take();
      });
    });
    return generator;
  }

  var asyncIterator = {};
  Object.defineProperty(asyncIterator, Symbol.asyncIterator, { value: function () { return this; }, writable: true, configurable: true });
  var AsyncGenerator = Object.create(asyncIterator); // what they inherit from

  ['next', 'return', 'throw'].forEach(function (key) {
    Object.defineProperty(AsyncGenerator, key, { value: runtime.named(key, request(key)), writable: true, configurable: true });
  });
  Object.defineProperty(AsyncGenerator, Symbol.toStringTag, { value: 'AsyncGenerator', configurable: true });

  // made: the function that was called, where that is known.
  runtime.asyncGenerator = function (body, self, given, made) {
    var prototype = made && made.prototype;
    return begin(Object.create(Object(prototype) === prototype ? prototype : AsyncGenerator), body.apply(self, given));
  };

  // The iterator that `yield*` of an async generator goes through: each step is awaited before it is given.
  runtime.delegate = function (iterable) {
    var method = iterable[Symbol.asyncIterator];
    var isSync = method === undefined || method === null;
    if (isSync) method = iterable[Symbol.iterator];
    if (typeof method !== 'function') throw new TypeError(String(iterable) + ' is not async iterable');
    var iterator = method.call(iterable);
    var isWaiting = false;

    function given(step) {
      isWaiting = false;
      if (Object(step) !== step) throw new TypeError('Iterator result ' + String(step) + ' is not an object');
      return step.done ? { value: step.value, done: true } : { value: new Given(step.value), done: false };
    }

    function asked(step, by) {
      isWaiting = true;
      return { value: new runtime.Awaited(isSync ? runtime.settled(step) : step, by), done: false };
    }

    var result = {
      next: function (value) {
        return isWaiting ? given(value) : asked(iterator.next(value));
      },
      throw: function (error) {
        if (isWaiting) throw error;
        if (typeof iterator.throw !== 'function') {
          if (iterator.return) iterator.return();
          throw new TypeError('The iterator does not provide a \'throw\' method');
        }
        return asked(iterator.throw(error));
      },
      return: function (value) {
        if (isWaiting) return given(value);
        var end = iterator.return;
        return end === undefined || end === null ? { value: value, done: true } : asked(end.call(iterator, value), 'return');
      }
    };
    result[Symbol.iterator] = function () { return result; };
    return result;
  };

  // The constructors of these functions: what they make is compiled as a script, and so lowered.
  function functionConstructor(name, keyword) {
    var constructor = runtime.named(name, function () {
      var parameters = Array.prototype.slice.call(arguments);
      var body = parameters.length ? parameters.pop() : '';
      return (0, eval)('(' + keyword + ' anonymous(' + parameters.join(',') + '\n) {\n' + body + '\n})');
    });
    Object.setPrototypeOf(constructor, Function);
    constructor.prototype = Object.create(Function.prototype, {
      constructor: { value: constructor, configurable: true }
    });
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return constructor;
  }

  var AsyncFunction = functionConstructor('AsyncFunction', 'async function');
  var AsyncGeneratorFunction = functionConstructor('AsyncGeneratorFunction', 'async function*');
  Object.defineProperty(AsyncGeneratorFunction.prototype, 'prototype', { value: AsyncGenerator, configurable: true });
  Object.defineProperty(AsyncGenerator, 'constructor', { value: AsyncGeneratorFunction.prototype, configurable: true });

  // Gives a function the prototype of its kind, by which pages tell functions apart.
  function as(prototype, instances) {
    return function (made, name) {
      if (name !== undefined) runtime.named(name, made);
      runtime.noConstructor(made);
      if (instances) Object.defineProperty(made, 'prototype', { value: Object.create(instances), writable: true });
      return Object.setPrototypeOf(made, prototype);
    };
  }

  runtime.asAsync = as(AsyncFunction.prototype, null);
  runtime.asAsyncGenerator = as(AsyncGeneratorFunction.prototype, AsyncGenerator);
  runtime.asGenerator = as(Object.getPrototypeOf(function* () {}), Object.getPrototypeOf((function* () {})()).__proto__);
})
