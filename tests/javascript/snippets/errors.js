//# stacks begin with the message and name the calls
function calls(error) {
  return error.stack.split('\n').map(function (line) { return line.replace(/^( +at \w+ ?).*/, '$1'); }).slice(0, 3).join('|');
}
function inner() { return new TypeError('wrong'); }
function outer() { return inner(); }
var error = outer(); error.message = 'later'; print(calls(error), /:\d+:\d+\)?$/.test(error.stack));
function failing() { null.x; }
try { failing(); } catch (caught) { print(caught.stack.split('\n')[1].slice(0, 15), Object.keys(caught).length); }
function Mine() { var made = new Error('m'); made.name = 'Mine'; return made; }
print(calls(Mine()).split('|').slice(0, 2));
//# a stack is where the error was made, not where it is thrown
function make() { return new Error('made'); }
function again(error) { try { throw error; } catch (caught) { return caught; } }
print(again(make()).stack.indexOf('at make ') > 0, again(make()).stack.indexOf('at again ') > 0);
//# stacks in generators that other functions resume
function* steps() { yield 1; yield new Error('late').stack; }
function resume(iterator, more) { return [0].map(function last() { var a = 1, b = 2; return iterator.next(a + b + more).value; })[0]; }
var iterator = steps(); iterator.next();
var stack = resume(iterator, 1).split('\n');
print(stack[0], stack[1].slice(0, 12));
//# limits of stacks
function deep(n) { return n ? deep(n - 1) : new Error('d'); }
print(Error.stackTraceLimit, deep(50).stack.split('\n').length);
Error.stackTraceLimit = 2; print(deep(50).stack.split('\n').length, new RangeError('r').stack.split('\n').length <= 3);
Error.stackTraceLimit = 0; print(deep(3).stack);
Error.stackTraceLimit = undefined; print(typeof deep(3).stack);
//# captureStackTrace gives objects a stack
function hidden(object) { Error.captureStackTrace(object, hidden); return object; }
function shown() { return hidden({ name: 'Mine', message: 'text' }).stack; }
print(shown().split('\n')[0], shown().split('\n')[1].slice(0, 13));
try { Error.captureStackTrace(1); } catch (error) { print(error.name); }
//# prepareStackTrace makes what stack is
function here() { return new Error('p'); }
print(typeof Error.prepareStackTrace);
Error.prepareStackTrace = function (error, calls) { return error.message + calls[0].getFunctionName() + (this === Error); };
print(here().stack);
//# errors in words
print(Error.prototype.toString.call({ name: 'N', message: 'm' }), Error.prototype.toString.call(function f() {}));
print(new Error('m', { cause: 1 }).cause, new Error('m', {}).hasOwnProperty('cause'), Object.keys(new Error('m', 'f', 3)).length);
print('fileName' in Error.prototype, 'toSource' in Error.prototype, new AggregateError([1, 2], 'a').errors.length);
