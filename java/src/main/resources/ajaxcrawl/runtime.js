// What lowered code calls; see ModernRuntime.java, which adds `scope`. Written for Rhino as it is.
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

  // A regular expression literal with flags that Rhino does not know: pattern is what it can read of the source.
  runtime.regExp = function (pattern, flags, source) {
    var hasIndices = flags.indexOf('d') >= 0;
    var unicodeSets = flags.indexOf('v') >= 0;
    var expression = new RegExp(pattern, flags.replace('d', '').replace('v', 'u'));
    function define(name, value) {
      Object.defineProperty(expression, name, { value: value, configurable: true, writable: true });
    }
    define('flags', flags);
    define('source', source);
    define('hasIndices', hasIndices);
    define('unicodeSets', unicodeSets);
    if (hasIndices) {
      define('exec', function (text) {
        var match = RegExp.prototype.exec.call(expression, text);
        if (match) match.indices = indices(match);
        return match;
      });
    }
    return expression;
  };

  // Rhino does not tell where groups are: each is looked for behind where the one before begins.
  function indices(match) {
    var from = match.index;
    var list = [];
    for (var i = 0; i < match.length; i++) {
      if (match[i] === undefined) {
        list.push(undefined);
      } else {
        var at = match.input.indexOf(match[i], from);
        list.push([at, at + match[i].length]);
        from = at;
      }
    }
    list.groups = undefined;
    if (match.groups) {
      list.groups = Object.create(null);
      Object.keys(match.groups).forEach(function (name) {
        var index = match.indexOf(match.groups[name], 1);
        list.groups[name] = index < 0 ? undefined : list[index];
      });
    }
    return list;
  }

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
