//# eval declares in the function that calls it
function f(a) { eval('var b = a + 1; function c() { return a + b; }'); a = 10; return [b, c(), typeof d, (function () { b++; return b; })()].join(); }
print(f(1), f(5));
function g() { var x = 1; eval('var x = 2; var y = 3'); var had = delete y; return [x, typeof y, had, delete x].join(); }
print(g());
//# eval reads and sets the variables around it
function f() { var x = 1, read = function () { return x; }; eval('x = 2'); return read() + ',' + eval('x + read()'); }
print(f());
//# parameters of the same name
function f(a, a) { return [a, (function () { return a; })(), arguments.length, arguments[0], arguments[1]].join(); }
print(f(1, 2), f(1), f());
//# rest parameters and closures
function f(a, ...rest) { var add = () => rest.length + a; rest.push(9); return [add(), rest.join('-')].join(); }
print(f(1), f(1, 2, 3), f());
//# arguments looked at late
function f(a, b) { var g = function () { return [a, b]; }; a = 5; var args = arguments; args[1] = 6; return [args.length, args[0], g().join('+'), [].slice.call(args).join('-')].join(); }
print(f(1, 2), f(1), f(1, 2, 3));
function s(a) { 'use strict'; var g = function () { return a; }; a = 5; arguments[0] = 6; return [arguments[0], g(), arguments.length].join(); }
print(s(1));
function late(a) { var g = function () { return a; }; a = 7; if (a) { return arguments[0] + g() + (delete arguments[0]) + arguments[0] + a; } }
print(late(1));
//# arguments of the function around an arrow function
function f() { var g = () => arguments.length + ':' + arguments[0]; return g(7, 8, 9); }
print(f('x'), f());
//# arguments as a name
function v() { var arguments; var g = function () { return 1; }; return typeof arguments + arguments.length; }
function w() { var arguments = 3; return (function () { return typeof arguments; })() + arguments; }
function p(arguments) { return (function () { return 1; })() + arguments; }
function n() { function arguments() {} return typeof arguments; }
function e() { return eval('arguments.length') + eval('arguments[0]'); }
print(v(1, 2), w(), p(4), n(), e(5, 6));
//# what a function tells of its call
function f(a) { var g = function () { return a; }; return f.arguments.length + ',' + f.arguments[0]; }
print(f(4, 5));
//# function statements, parameters and variables of the same name
function f(a, b) { var c = function () { return typeof a + typeof b + typeof d; }; function a() {} var b; var d = 1; function d() {} return c(); }
print(f(1, 2));
function g() { var before = typeof h; function h() { return 1; } var h = 2; return before + typeof h; }
print(g());
//# variables are there from the start
function f() { var g = function () { return typeof x; }; var early = g(); x = 1; var late = g(); if (false) { var x; } return early + late + typeof globalThis.x; }
print(f());
var outer = 'outer';
function shadow() { var read = function () { return outer; }; var before = read(); var outer = 'inner'; return before + read(); }
print(shadow());
//# each call has variables of its own
function counter() { var n = 0; return { up: function () { return ++n; }, down: function () { return n--; }, read: function () { return n; } }; }
var a = counter(), b = counter(); a.up(); a.up(); b.up(); a.down();
print(a.read(), b.read());
function depth(n) { var self = n; var inner = n > 0 ? depth(n - 1) : ''; return inner + (function () { return self; })(); }
print(depth(5));
//# variables with operators
function f() { var n = 1, s = 'a', o = { n: 1 }; (function () { n += 2; n++; ++n; s += n--; n *= 2; n <<= 1; o.n += n; })(); return [n, s, o.n, typeof n, typeof nothing].join(); }
print(f());
//# with and catch within a function with closures
function f(o) { var x = 1, y = 2; with (o) { var g = function () { return [x, y].join(); }; x = 5; y = 6; } try { throw 8; } catch (x) { var h = function () { return x; }; x = 9; } return [x, y, o.x, g(), h()].join(' '); }
print(f({ x: 3 }));
//# a function's own name within it
var f = function me(n) { var g = function () { return me; }; return n ? g()(n - 1) : typeof me + (g() === f); };
print(f(2));
//# names that objects have are no variables
function f() { var g = function () { return typeof valueOf2 + typeof __proto__2; }; var constructor = 1, toString = 2, hasOwnProperty = 3; return [constructor, (function () { return toString + hasOwnProperty; })(), g()].join(); }
print(f());
//# generators with closures
function* f(a) { var n = a; var up = function () { n += arguments.length ? arguments[0] : 1; }; while (n < 5) { yield n; up(); } up(10); yield n; return arguments[0]; }
var it = f(3), all = []; for (var step = it.next(); !step.done; step = it.next()) { all.push(step.value); }
print(all.join(), step.value);
//# constants
function f() { const c = 1; let l = 2; var g = () => c + l; l = 5; try { c = 3; } catch (e) { print(e instanceof TypeError); } return g(); }
print(f());
//# a store to a name that is nowhere
function f() { var g = function () { return 1; }; made = 5; g(); return typeof made; }
print(f(), made, delete globalThis.made, typeof made);
function s() { 'use strict'; var g = function () { return 1; }; try { never = 5; } catch (e) { return e.name; } }
print(s());
//# very many variables and eval
var names = [], i; for (i = 0; i < 2000; i++) { names.push('v' + i + '=' + i); }
var f = new Function('var ' + names.join() + '; var sum = function () { return v0 + v1999; }; eval("var more = 1; v1999 = 5"); return sum() + more + v1500;');
print(f(), f());
//# functions in blocks of arrow functions
print((() => { { function f() { return 1; } } return f(); })(), (() => { const a = typeof g; if (true) { function g() {} } return a + typeof g; })());
print((() => { const r = []; { function f() { return 1; } r.push(f()); } { r.push(f()); function f() { return 2; } } r.push(f()); return r.join(); })(), (() => { 'use strict'; { function k() {} } return typeof k; })(), ((p) => { { function p() {} } return typeof p; })(1), (() => { let q = 1; { function q() {} } return q; })());
//# assignments to constants
const c = 1, o = { v: 1 }; const t = f => { try { f(); print('fine'); } catch (e) { print(e.name, e.message); } };
t(() => { c = 2; }); t(() => { c += (1, 2); }); t(() => { c++; }); t(() => { [c] = [2]; }); t(() => { ({ c } = o); }); t(() => { for (const i = 0; i < 2; i++); }); t(() => { c ||= 2; }); t(() => { o.v = 2; }); t(() => { { const c = 3; } { var c2 = c; } });
t(() => { var c; c = 2; }); t(() => { if (c) { var c = 3; } c = 4; }); t((c) => { c = 2; }); t(function c() { c = 3; }); t(() => { let c; { c = 2; } }); t(() => { try { throw 1; } catch (c) { c = 2; } }); t(() => { function c() {} c = 2; }); t(() => { class A { c = 1; } new A().c = 2; }); print(c, o.v);

//# functions with names of the lowering's helpers
function _defineProperties(target, list) { list.forEach(function (item) { target[item.key] = item.value + '!'; }); }
function _createClass(made, list) { return list && _defineProperties(made.prototype, list), made; }
function _define_property() { return 'own property'; }
function asyncGeneratorStep() { return 'own step'; }
function _async_generator() { this.n = 0; }
_async_generator.prototype.next = function () { return 'own next ' + ++this.n; };
var _class_call_check = function () { return 'own check'; };
function nested(_inherits) { class Inner extends Array { field = 1; } return _inherits() + new Inner().field; }
class Native { static get x() { return 1; } y() { return 2; } field = 3; #hidden = 4; get hidden() { return this.#hidden; } }
async function* numbers() { yield 1; yield 2; }
async function step() { return await 5; }
print(new (_createClass(function () {}, [{ key: 'a', value: 'b' }]))().a, _define_property(), asyncGeneratorStep());
print(new _async_generator().next(), _class_call_check(), nested(function () { return 'own inherits '; }));
print(Native.x, new Native().y(), new Native().field, new Native().hidden);
(async function () { for await (const n of numbers()) print(n); print(await step()); })();
