//# the text of classes and functions
class A { constructor(x) { this.x = x; } m() { } get y() { return 1; } static s() { } } class B extends A { } const C = class { }; async function af() { } const arrow = async () => 1;
function* g() { } function plain(a /* b */) { return a; }
print(/^class A \{/.test(A), /^class B extends A \{/.test(B), /^class\b/.test(C), /constructor\s*\(x\)/.test(A), /constructor/.test(B));
print(/^async function af\(/.test(af), /^async \(/.test(arrow), /^function\* ?g\(/.test(g), /^m\(\)/.test(A.prototype.m), /^s\(\)/.test(A.s.toString().replace('static ', '')));
print(/^get y\(\)/.test(Object.getOwnPropertyDescriptor(A.prototype, 'y').get), String(eval('(function(){ return 1 /* x */ })')), String(new Function('a', 'b', 'return a')));
for (const f of [Math.max, Map, Promise.resolve, Promise.try, Iterator, Array.fromAsync, plain.bind(), new Proxy(plain, {}), Function.prototype.toString]) print(String(f).replace(/function \w*/, 'function'));
print(Object.getOwnPropertyNames(Function.prototype.toString).includes('length'), Function.prototype.toString.length);
try { Function.prototype.toString.call({}); } catch (e) { print(e instanceof TypeError); }
//# the end of the stack is a RangeError
function end(f) { try { f(); print('came back'); } catch (e) { print(e instanceof RangeError, e.name, e.message); } }
end(function r() { return r() + 1; }); end(function r() { try { r(); } finally { } }); end(() => { class X { get a() { return this.a; } } new X().a; });
end(() => { const o = { toString() { return '' + this; } }; '' + o; }); end(() => { const p = new Proxy({}, { get(t, k, r) { return r[k]; } }); p.x; });
end(() => { function f() { return f.apply(this, arguments); } f(1); }); end(() => { function f() { new (class { constructor() { f(); } })(); } f(); });
{ let deep = []; for (let i = 0; i < 200000; i++) deep = [deep]; end(() => { deep.flat(Infinity).x.y; }); }
//# what is no constructor and has no prototype
class K { m() { } async am() { } *g() { } get x() { return 1; } static s() { } } async function af() { } const o = { m() { }, async am() { }, *g() { } };
for (const f of [K.prototype.m, K.prototype.am, K.prototype.g, K.s, af, async () => 1, async function* () { }, o.m, o.am, o.g, Object.getOwnPropertyDescriptor(K.prototype, 'x').get]) {
  let made = 'made'; try { new f(); } catch (e) { made = e.name; }
  let derived = 'derived'; try { class D extends f { } } catch (e) { derived = e.name; }
  print(made, derived, Object.hasOwn(f, 'prototype'), Reflect.ownKeys(f).map(String).sort());
}
print(Object.getPrototypeOf(o.g()) === o.g.prototype, o.g() instanceof o.g, Object.hasOwn(plain, 'arity')); function plain() { }
//# bind
async function af(a, b) { } function plain(a, b, c) { return [this === undefined, a, b, c]; } class K { constructor(a) { this.a = a; } }
const b = af.bind(null, 1); print(b.name, b.length, Object.prototype.toString.call(b), Object.hasOwn(b, 'prototype')); try { new b(); } catch (e) { print(e.name); }
const k = K.bind(null, 7); print(new k().a, new k() instanceof K, new k() instanceof k, k.name, k.length);
Object.defineProperty(plain, 'name', { value: 'other' }); print(plain.bind(1, 2).name, plain.bind(1, 2).length, plain.bind(1, 2).bind(3).name, Reflect.ownKeys(plain.bind()));
print((function () { 'use strict'; return plain.call.bind(plain); })()(undefined, 5) + ''); print((() => 1).bind().name);
//# a strict function's primitive this
'use strict'; function kind() { 'use strict'; return typeof this; }
for (const value of [1, 'a', true, Symbol(), 1n]) print(kind.call(value), kind.apply(value), Reflect.apply(kind, value, []), kind.bind(value)());
for (const type of [Number, String, Boolean, Symbol, BigInt]) Object.defineProperty(type.prototype, 'kind', { get: kind, configurable: true });
print((5).kind, 'a'.kind, true.kind, Symbol().kind, 1n.kind); String.prototype.method = kind; print('a'.method(), [1].map(kind, 'x')[0], Array.from([1], kind, 7)[0]);
print(typeof (function () { return this; }).call(1));
print([(function () { 'use strict'; return this; })(), [kind][0](), kind()].join()); class N extends Number { kind2() { return typeof this; } } print(new N(1).kind2(), new N(4) + 1); const s = Symbol('q'); print((function () { 'use strict'; return this === s; }).call(s));
//# the length of functions
class K { constructor(a, b, c = 1) { this.c = c; } m(x = 1, y) { } static s({ a }, [c] = []) { } set z(v = 3) { } } const o = { m(a = 1) { }, async n(a, b = a) { } };
print([(a, b = 1, c) => 1, (a = 1) => a, (...a) => 1, ({ a }, [b]) => 1, ({ a } = {}, b) => a, async (a, b = 1) => b, function* (a, b = 1) { }, async function (a = 1, ...b) { }, K, K.prototype.m, K.s, o.m, o.n].map(f => f.length));
print(Object.getOwnPropertyDescriptor(K.prototype, 'z').set.length, new K(1, 2).c, ((a, b = a + 1, { c } = { c: b }) => [a, b, c])(1));
{ const f = function () { }; f.arity = 3; print(f.arity, 'arity' in Math.max); } print(Object.isFrozen(Object.freeze(Object.freeze(/a/g))));
//# parameters called ref
const f = ref => { let x = ref === void 0 ? 1 : ref; return x; }; print(f.length, f(), f(2)); const g = (a, b = f()) => [a, b]; print(g(1));
//# JSON.rawJSON and the sources of values
const log = []; const walk = (text, f) => { log.length = 0; const r = JSON.parse(text, function (k, v, c) { log.push(k + ':' + JSON.stringify(c)); return f ? f.call(this, k, v, c) : v; }); print(log, JSON.stringify(r)); };
walk(' {"a":1.0, "b":["x\\"]", true, null, -1e3, []], "":{"a":2}, "a":3} '); walk(' 1.50 '); walk('[1,2,{"c":3}]', function (k, v) { if (k === '0') this[1] = 4; return k === 'c' ? undefined : v; });
print(JSON.parse('{"n":12345678901234567890}', (k, v, c) => k === 'n' ? BigInt(c.source) : v).n, JSON.parse('{"__proto__":1}', (k, v) => v).__proto__, JSON.parse('[-0]', (k, v) => Object.is(v, -0) || v)[0]);
const raw = JSON.rawJSON('12345678901234567890'); print(JSON.stringify({ a: raw, b: [raw, JSON.rawJSON('"x"')], c: 'plain' }), JSON.stringify(raw), JSON.stringify([raw], null, 1), JSON.stringify({ a: raw, b: 1 }, ['a']), JSON.stringify({ a: 1 }, (k, v) => k === 'a' ? raw : v), JSON.stringify(undefined));
print(JSON.isRawJSON(raw), JSON.isRawJSON({}), JSON.isRawJSON(1), Object.isFrozen(raw), Object.getPrototypeOf(raw), raw.rawJSON); for (const bad of ['{}', '[]', '', ' 1', 'x', '1\n']) { try { JSON.rawJSON(bad); print('made'); } catch (e) { print(e.name); } }
try { JSON.parse('[1,]', (k, v) => v); } catch (e) { print(e.name); } print(JSON.parse('5'), JSON.stringify(new Map()), JSON.parse.length, JSON.stringify.name);
//# the turn of allSettled
Promise.resolve().then(() => print(1)).then(() => print(2)).then(() => print(3)).then(() => print(4)).then(() => print(5));
Promise.allSettled([1, Promise.reject(2), { then(f) { f(3); } }]).then(list => print(JSON.stringify(list))); Promise.allSettled([]).then(list => print(list.length)); Promise.allSettled(5).catch(e => print(e.name));

//# comparators that return NaN, -0 and booleans
const jobs = Array.from({ length: 80 }, (_, place) => ({ place, id: place % 5 === 3 ? -1 : Infinity }));
print(jobs.sort((a, b) => a.id - b.id).map((job) => job.place));
print(jobs.toSorted((a, b) => -((a.place % 3) - (b.place % 3))).map((job) => job.place));
print(jobs.sort((a, b) => a.place > b.place).length, [3, 1, 2].sort((a, b) => (a > b ? 1 : false)));
try {
  [1, 2].sort('x');
} catch (error) {
  print(error.name);
}

//# empty assertions of regular expressions
print(/(?!)/.test('a'), /(?=)/.exec('a')[0].length, /(?<=)b/.test('ab'), /(?<!)b/.test('ab'), /(?!)|b/.exec('ab').index);
print(/^(?:([a-z]|-(?=[^>])|(?!))+)/.exec(' a'), /^(?:(a|(?!))+)/.exec('aab')[0], /[(?!)]/.exec('!')[0], /\(?!|x/.exec('!')[0]);
print(new RegExp('a(?!)|(?=)c').exec('ac').index, /(?!)/.source, String(/a(?=)b/g), new RegExp('(?<!)').source, /(?!)*a/.test('a'));
