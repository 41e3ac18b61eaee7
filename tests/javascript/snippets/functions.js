//# async functions and await
async function f(x) { var y = await x; if (y > 1) return y * 2; throw new Error('small'); }
f(2).then(v => print('ok', v)); f(Promise.resolve(1)).catch(e => print('no', e.message));
//# await in every place
async function f() { var o = { a: await 1, [await 'b']: await 2 }, l = [await 3, ...(await [4, 5])]; for (var i = await 0; i < (await 2); i++) l.push(await i);
  var t = `${await 'x'}y`; return JSON.stringify(o) + l.join() + t + ((await 0) || (await 'or')) + (await null ?? 'nn') + (await ({ m(x) { return x; } })).m(await 'z'); }
f().then(print);
//# await with try, finally and loops
async function f() { var s = ''; for (const x of [1, 2, 3]) { try { if (x === 2) { await Promise.reject(new Error('e' + x)); } s += x; } catch (e) { s += e.message; } finally { s += await 'f'; } } return s; }
f().then(print);
//# async arrows
var f = async x => x + 1, g = async (a, b) => { await null; return a + b; }, h = async ({ a }, [b] = [2]) => a + b;
f(1).then(print); g(1, 2).then(print); h({ a: 1 }).then(print);
//# async arrows keep this and arguments
function F() { this.v = 5; return (async () => this.v + arguments[0])(); }
new (function () { this.v = 5; print(typeof this); (async () => { await 1; print(this.v); })(); })();
F.call({ }, 2).then(print);
//# the order of microtasks
var s = []; (async () => { s.push(1); await null; s.push(4); })(); Promise.resolve().then(() => s.push(5)); s.push(2); (async () => { s.push(3); })().then(() => { s.push(6); });
Promise.resolve().then(() => 0).then(() => 0).then(() => print(s.join()));
//# async generators and for await
async function* g() { var x = yield 1; yield x + 1; yield* [5, 6]; yield* (async function* () { yield 7; })(); }
(async () => { var i = g(); print((await i.next()).value, (await i.next(9)).value); for await (var v of i) print(v); for await (const w of [Promise.resolve(8), 9]) print(w); })();
//# leaving for await closes the iterator
async function* g() { try { yield 1; yield 2; } finally { print('closed'); } }
(async () => { for await (var x of g()) { print(x); break; } print('after'); })();
//# spread in calls
print(Math.max(...[1, 5, 2]), Math.max(0, ...new Set([7, 3]), 9), [].concat(...[[1], [2]]).join());
var o = { f(...a) { return this.v + a.join(''); }, v: 'v' }; print(o.f(...'abc'), o['f'](...[1], 2, ...[3]));
//# spread in new
var d = new Date(...[2020, 1, 3]); print(d.getFullYear(), d.getDate(), new (function (...a) { this.a = a; })(...[1, 2]).a.length);
//# spread with optional chaining
var o = { f(...a) { return a.length + (this === o); }, g: null }; print(o?.f(...[1, 2]), o.g?.(...[1]), o.f?.(...[1, 2, 3]), o?.['f']?.(...[]), o.h?.x.y(...[1]));
//# rest and default parameters
function f(a, b = a + 1, { c = 3, ...d } = {}, [e, ...g] = [4, 5, 6], ...h) { return [a, b, c, JSON.stringify(d), e, g.join('/'), h.length].join(); }
print(f(1), f(1, undefined, { c: 1, z: 2 }, 'xyz', 8, 9), f.length);
//# parameters have a scope of their own
var x = 'outer'; function f(a = x, b = () => x) { var x = 'inner'; return a + b() + x; } print(f());
//# trailing commas
function f(a, b,) { return a + b; } print(f(1, 2,), ((a,) => a)(3,), new Array(1, 2,).length);
//# generators
function* g(n) { try { for (let i = 0; i < n; i++) { var got = yield i; if (got) print('got', got); } return 'end'; } finally { print('fin'); } }
var i = g(3); print(i.next().value, i.next('x').value, JSON.stringify(i.return(7)), i.next().done); print([...g(2)].join());
//# yield in nested expressions
function* g() { var a = [yield 1, ...(yield 2)]; var o = { x: yield 3 }; print(a.length + o.x, (yield 4) ? (yield 5) : yield 6); return f(yield 7, yield 8) + `${yield 9}`; } function f(a, b) { return a + b; }
var i = g(), r = i.next(), n = 0; while (!r.done) { n++; r = i.next(r.value === 2 ? [1, 2] : r.value); } print(n, r.value);
//# yield delegates
function* a() { var r = yield* b(); print('r', r); } function* b() { yield 1; yield 2; return 3; } print([...a()].join());
//# throwing into a generator
function* g() { while (true) { try { yield 1; } catch (e) { yield 'c' + e; } } } var i = g(); i.next(); print(i.throw(5).value, i.next().value);
//# arrows
var f = () => ({ a: 1 }), g = x => y => x + y, h = (a, ...b) => b.length; print(f().a, g(1)(2), h(1, 2, 3));
(function () { print((() => arguments[0])(9), (() => this.q)()); }).call({ q: 4 }, 8);
//# names of functions
var f = () => 1, o = { g: function () {}, h() {}, get i() { return 1; }, ['j' + 1]: () => 1 }, { k = () => 1 } = {}; let [l = function () {}] = [];
print(f.name, o.g.name, o.h.name, o.j1.name, k.name, l.name, (async function q() {}).name);
//# functions in blocks
(function () { 'use strict'; { function f() { return 1; } print(f()); } print(typeof f); })();
(function () { if (true) { function g() { return 2; } } print(g()); })();
//# functions in unbraced bodies
var r = []; if (true) r.push((() => { let x = 1; return x; })()); else r.push((() => { const y = 2; return y; })());
for (var i = 0; i < 2; i++) r.push([i].map(v => { const w = v * 2; return w; })[0]); var j = 0; while (j < 1) j += (() => { let z = 1; return z; })();
do j += (() => { let z = 1; return z; })(); while (j < 3); for (var k in { a: 1 }) r.push((() => { let z = k; return z; })()); for (var q of [1]) r.push((() => { const z = q; return z; })()); l: r.push((() => { let z = 'l'; return z; })());
print(r.join(), j);
//# the Function constructors
var AF = Object.getPrototypeOf(async function () {}).constructor, GF = Object.getPrototypeOf(function* () {}).constructor;
print(new Function('a', '...b', 'return Math.max(...b) + (a ?? 1)')(null, 1, 2), Function('class A { x = 1 } return new A().x')());
print([...new GF('a', 'yield a; yield* [2, 3]')(1)].join()); new AF('x', 'return (await x) + 1')(1).then(print); print(AF.name, typeof new AF(''));
//# the constructors of async functions are not global
var AF = (async () => {}).constructor, AGF = Object.getPrototypeOf(async function* () {}).constructor; print(typeof AsyncFunction, AF !== Function, AGF !== Function, (async () => {}) instanceof Function);
print(Object.prototype.toString.call(async function () {}), (async () => {}).constructor.name); new AGF('yield 1').call().next().then(r => print(r.value));
//# direct and indirect eval
var v = 'global'; (function () { var v = 'local'; print(eval('v'), (0, eval)('v'), eval('class Z { m() { return v } }; new Z().m()'), eval('let q = [...v]; q.length')); })();
eval('var e1 = 5; const f1 = async () => 1;'); print(typeof e1); print(eval('({ ...{ a: 1 } })').a, eval('var a = 1; a?.b ?? 2'));
//# eval sees this, arguments and new.target
function F() { return [eval('this.z'), eval('arguments.length'), eval('(() => this.z)()')].join(); } print(F.call({ z: 4 }, 1, 2));
//# getters of arguments and callee
(function (a) { arguments[0] = 9; print(a, arguments.length); })(1); (function (a, b = 2) { arguments[0] = 9; print(a, arguments.length); })(1);
//# toString keeps the source
function  a ( ) { /* c */ } print(a.toString(), (x=>x).toString());
//# closures in parameters of async functions
async function f(a, b = () => a) { a = await 5; return b(); } f(1).then(print);
//# recursion of async functions
async function f(n) { return n ? n + await f(n - 1) : 0; } f(10).then(print);
//# await using promises that reject
(async () => { try { await Promise.reject(1); } catch { print('caught'); } try { return await Promise.reject(2); } catch (e) { return e; } finally { print('finally'); } })().then(print);
//# labels in async functions
(async () => { var s = ''; a: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue a; if (i === 2) break a; await null; s += [i, j].map(x => x + i).join(''); } } return s; })().then(print);
//# switch in async functions
async function f(x) { switch (await x) { case 1: return 'one'; case await 2: { let y = await 'two'; return y; } default: return 'other'; } } f(1).then(print); f(2).then(print); f(3).then(print);
//# generators as methods and in objects
var o = { *g() { yield this.v; }, v: 3, async m() { return this.v; }, async *n() { yield this.v; }, get a() { return async () => this.v; } }; print([...o.g()][0]); o.m().then(print); o.n().next().then(r => print(r.value)); o.a().then(print);
//# thenables are awaited
(async () => { print(await { then(r) { r('t'); } }); })();
//# an async function's result is a promise, also when it throws at once
async function f(a = (() => { throw new Error('p'); })()) {} var p = f(); p.catch(e => print(e.message)); print(p instanceof Promise);
//# patterns as rest parameters
function f(x, ...[a, { b } = { b: 3 }]) { return [x, a, b].join(); } var g = (...[a, ...b]) => ({ a, n: b.length }), h = (...{ length }) => length;
print(f(1, 2), f(1, 2, { b: 4 }), JSON.stringify(g(1, 2, 3)), h(1, 2), (function (...[a]) { return [a].map(x => x + a)[0]; })(4));
//# returns out of blocks in generators and async functions
function* g(x) { try { for (const a of [1, 2, 3]) { let b = a * 2; try { yield () => b; if (a === x) return () => b; } finally { print('inner', a); } } } finally { print('outer'); } }
for (var step, i = g(2); !(step = i.next()).done;) print(step.value()); print(step.value());
async function f(list) { for (const x of list) { try { const y = await x; if (y > 1) return y; } catch (e) { return 'caught ' + e; } finally { print('finally'); } } return 'none'; }
f([1, 2, 3]).then(print).then(() => f([Promise.reject('no')])).then(print).then(() => f([])).then(print);
//# loops left early in async functions and generators
async function f(it) { a: for (const x of it) { for (const y of [1, 2]) { if (y === 2) continue a; if (x === 2) break a; await y; } } return [...(function* () { for (const z of it) { if (z > 1) return; yield z; } })()].join(); }
var ends = 0, it = { [Symbol.iterator]() { var n = 0; return { next() { return { value: ++n, done: n > 5 }; }, return() { ends++; return {}; } }; } }; f(it).then(r => print(r, ends));
//# async iteration of what is left early
(async () => { async function* n() { try { for (let i = 0; ; i++) yield i; } finally { print('closed'); } } for await (const i of n()) { if (i > 1) return i; } })().then(print);
//# finally of generators that yields
function* g() { try { yield 1; yield 2; } finally { yield 'f'; print('end'); } }
const step = (i) => i.value + '/' + i.done; let i = g(); print(step(i.next()), step(i.return(9)), step(i.next()), step(i.next())); i = g(); i.next(); print(step(i.throw(new Error('x')))); try { i.next(); } catch (e) { print(e.message); } print(step(g().return(5)));
i = g(); i.next(); i.return(9); print(step(i.return(8)), step(i.next())); i = g(); i.next(); i.return(9); try { i.throw('t'); } catch (e) { print(e, step(i.next())); }
//# finally of generators that returns or goes on
function* g() { try { yield 1; } finally { return 7; } } let i = g(); i.next(); print(JSON.stringify(i.return(1)), JSON.stringify(i.next()));
function* h() { try { return 1; } finally { yield 2; } } print([...h()].join()); i = h(); print(JSON.stringify([i.next(), i.next(), i.next()]));
function* k() { while (true) { try { yield 1; } catch (e) { print('c', e); continue; } finally { print('fin'); } } } i = k(); i.next(); print(JSON.stringify(i.throw('a'))); print(JSON.stringify(i.return('r')));
function* l() { for (const x of [1, 2]) try { yield x; } finally { if (x === 1) continue; } } i = l(); i.next(); print(JSON.stringify(i.return('r')), JSON.stringify(i.next()));
//# names of defaults in patterns
let { z = () => {} } = {}; let [y = function () {}] = []; const f = ({ a = () => {} } = {}) => a.name; let q, r; ({ q = () => {} } = {}); [r = function* () {}] = []; print(z.name, y.name, f(), q.name, r.name);
//# primitives and Symbol.hasInstance
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } } print(2 instanceof Even, 3 instanceof Even, 'a' instanceof String, (1, {}) instanceof Object); try { 1 instanceof undefined; } catch (e) { print(e.name); }
//# reading too early in the same function
const got = []; for (const f of [() => { x; let x = 1; }, () => typeof y + (() => { let y; })(), () => { let a = a; }, () => { for (const q of q) ; }, () => { const { m = w } = {}; let w; }, () => { let o = { p: p1 }, p1; }]) try { got.push(f()); } catch (e) { got.push(e.name); } print(got.join());
//# parameters of generators have their values at the call
const log = []; function* g(a = log.push('a'), { b = log.push('b') } = {}, ...[c]) { log.push('body'); yield [a, b, c, arguments.length, this.z].join(); return c; }
const i = g.call({ z: 5 }, undefined, {}, 7); log.push('called'); print(i.next('first').value, JSON.stringify(i.next()), log.join());
const fails = (f) => { try { return f(); } catch (e) { return e.name; } }; const o = { *m([x]) { yield x; }, async *n({ x }) { yield x; } }; class A { *m({ x } = null) { yield x; } static async *n(x = A.q.r) { yield x; } }
print(fails(() => o.m()), fails(() => o.n()), fails(() => new A().m()), fails(() => A.n()), Object.prototype.toString.call(g), [...o.m([4])].join()); o.n({ x: 6 }).next().then(r => print(r.value));
//# parameters of async functions that throw reject
const f = async ([x]) => x, o = { async m(a, { b }) { return b; } }; class A { async m(...[{ q }]) { return q; } static async n(a = A.q.r) {} } async function d({ x }) { return x; }
for (const p of [f(1), o.m(), new A().m(), A.n(), d()]) p.then(print, e => print(e.name)); f([3]).then(print); o.m(1, { b: 2 }).then(print);
//# what functions are
const s = f => Object.prototype.toString.call(f).slice(8, -1) + ' ' + f.constructor.name + ' ' + f.name + ' ' + f.length, AF = (async () => {}).constructor; async function d(a) {} async function* ag() {}
const a = async (x, y) => {}, o = { async m() {}, async *n() {}, k: async function () {}, *g() {} }; class A { async m() {} static async *n(x) {} }
print([a, d, ag, o.m, o.n, o.k, o.g, new A().m, A.n].map(s).join()); print(a instanceof AF, d instanceof Function, Object.getPrototypeOf(d) === AF.prototype, AF.prototype[Symbol.toStringTag], ag()[Symbol.asyncIterator]().toString());
//# async generators that are told to return
(async () => { async function* g() { try { yield 1; } finally { print('fin'); await null; print('after'); } } let i = g(); await i.next(); print(JSON.stringify(await i.return('r')), JSON.stringify(await i.next()));
  async function* h() { yield* g(); } i = h(); await i.next(); print(JSON.stringify(await i.return(5))); async function* k() { yield Promise.reject(new Error('no')); } try { await k().next(); } catch (e) { print(e.message); } })();
//# what a generator catches and returns around a finally
function* g(x) { try { let d = x; try { throw 1; } finally { x++; } } catch (d) { return 'c' + d; } } print(g(1).next().value);
(async function (list) { try { for (const x of list) { if (x > 1) throw new Error(x); } } catch (e) { if (e) return (e.message, e.message + list.length); else return list; } })([1, 2]).then(print);
//# what Reflect.apply passes on
let joined = 'A'; joined += 'B'; print(Reflect.apply(String.prototype.toLowerCase, joined, []), Reflect.apply(Symbol.prototype.toString, Symbol('q'), []), Reflect.apply(Math.max, null, [1, 3]));
