// What `using` and `await using` declare; see declared_resources.js.
(function (runtime) {
  'use strict';

  // What `using` and `await using` declare in a block, and the block's end; `block` has the rest.
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
          if (one.isAsync) return runtime.then(result, next, failed);
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
})
