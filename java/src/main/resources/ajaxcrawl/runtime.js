// What lowered code calls; see ModernRuntime.java, which adds `scope`, `resumed`, `regExp` and `import`. Written for Rhino as it is.
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

  // The constructors of async functions: what they make is compiled as a script, and so lowered.
  function functionConstructor(name, keyword) {
    var constructor = function () {
      var parameters = Array.prototype.slice.call(arguments);
      var body = parameters.length ? parameters.pop() : '';
      var made = (0, eval)('(' + keyword + ' anonymous(' + parameters.join(',') + '\n) {\n' + body + '\n})');
      return Object.setPrototypeOf(made, constructor.prototype);
    };
    Object.defineProperty(constructor, 'name', { value: name, configurable: true });
    Object.setPrototypeOf(constructor, Function);
    constructor.prototype = Object.create(Function.prototype, {
      constructor: { value: constructor, configurable: true }
    });
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return constructor;
  }

  runtime.AsyncFunction = functionConstructor('AsyncFunction', 'async function');
  runtime.AsyncGeneratorFunction = functionConstructor('AsyncGeneratorFunction', 'async function*');

  runtime.import = function (specifier) {
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module: ' + specifier));
  };

  return runtime;
})();
