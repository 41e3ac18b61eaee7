//# destructuring
var { a, b: { c: [, d] }, e = 5, ...f } = { a: 1, b: { c: [2, 3] }, g: 6, h: 7 }; print(a, d, e, JSON.stringify(f));
var [x, [y] = [8], ...z] = [1, undefined, 3, 4]; print(x, y, z.join());
//# destructuring follows the iterator protocol
var [a, b] = new Set([7, 8]); var [c, , d] = (function* () { yield 1; yield 2; yield 3; })(); var [[k, v]] = new Map([['k', 'v']]); var [p, q] = 'hi'; var [...r] = new Set([1, 2]);
print(a, b, c, d, k, v, p, q, r.length);
//# destructuring closes the iterator
var log = []; var it = { [Symbol.iterator]() { return { next() { log.push('n'); return { value: 1, done: false }; }, return() { log.push('r'); return {}; } }; } }; var [a] = it; print(log.join());
//# destructuring assignments
var a = 1, b = 2, o = {}; [a, b] = [b, a]; ({ a: o.x, b: o['y'] = 9, ...o.z } = { a: 5, q: 1 }); [o.m, ...o.n] = 'abc'; print(a, b, JSON.stringify(o)); var v; print(([v] = [3, 4]).length, v);
//# destructuring in loops and catch
var s = 0; for (const [k, v] of Object.entries({ a: 1, b: 2 })) s += v; for (let { x, y = 2 } of [{ x: 1 }]) s += x + y; try { throw { code: 5 }; } catch ({ code, m = 1 }) { s += code + m; } for (var [i, j] = [0, 3]; i < j; i++) s += i; print(s);
//# destructuring evaluates defaults lazily and in order
var l = []; var f = n => (l.push(n), n); var { [f('a')]: x = f(1), [f('b')]: y = f(2) } = { a: 0 }; print(l.join(), x, y);
//# destructuring null throws
try { var { a } = null; } catch (e) { print(e instanceof TypeError); } try { (({ a }) => a)(undefined); } catch (e) { print(e instanceof TypeError); } try { var [q] = {}; } catch (e) { print(e instanceof TypeError); }
//# optional chaining
var o = { a: { b() { return this.c; }, c: 4 }, n: null }; print(o?.a?.b(), o.n?.x.y.z, o.u?.[1]?.(), o?.a.b?.(), delete o?.a?.c, o.n?.[(print('no'), 1)], (o?.a).c, typeof o.u?.x);
//# nullish and logical assignment
var a = null, b = 0, c = 1, o = { get x() { return 1; }, set x(v) { print('set', v); } }; a ??= 3; b ||= 4; c &&= 7; o.x ??= 5; o.x &&= 6; o['y'] ??= 8; print(a, b, c, o.y, 0 ?? 1, null ?? (undefined ?? 2));
//# object spread and rest
var o = { a: 1, get b() { return 2; }, ...null, ...'hi', ...[9], ...{ a: 3 } }; var { a, ...r } = o; print(JSON.stringify(o), JSON.stringify(r), Object.getOwnPropertyDescriptor({ ...o }, 'b').value);
//# array spread
print([...[1, 2], 3, ...new Set([4]), ...'ab', ...[], ...(function* () { yield 5; })()].join(), [...[, 1]].hasOwnProperty(0));
//# templates
var n = 3; print(`a${1 + 1}b${`c${n}`}`, `line
two`, `\u{1F600}`.length, `$`, `\${`, `${{ toString() { return 't'; } }}`);
//# tagged templates
var t = (s, ...v) => s.raw.join('|') + '#' + s.join('|') + '#' + v.join(); print(t`x\n${5}y${6}`, String.raw`\u\x${1}`, (s => s[0] === undefined)`\u`, Object.isFrozen((s => s)`a`));
//# a tag gets the same object each time
var t = s => s; function f() { return t`a${1}`; } print(f() === f(), t`a` === t`a`);
//# tags that are members keep this
var o = { v: 1, t(s) { return this.v + s[0]; } }; print(o.t`x`, o['t']`y`);
//# exponents, separators and literals
var a = 2; a **= 3; print(a, 2 ** 3 ** 2, (-2) ** 2, 1_000_000, 0b1010_1010, 0o17, 0xFF_FF, 1e1_0, .1_5);
//# BigInt
print(2n ** 64n, typeof 1n, 10n / 3n, -7n % 3n, 1n + 2n, BigInt(3) === 3n, 5n > 4, 2n == 2, 1_000n, (0x10n).toString(16), BigInt.asUintN(8, 257n), 1n << 70n, -(3n), 6n & 3n); try { 1n + 1; } catch (e) { print(e instanceof TypeError); }
//# optional catch binding
try { throw 1; } catch { print('c'); } finally { print('f'); }
//# let and const
{ let x = 1; const y = 2; { let x = 3; print(x); } print(x + y); } print(typeof x); try { (() => { const q = 1; q = 2; })(); } catch (e) { print(e instanceof TypeError); }
//# each turn of a loop has its own variables
var f = []; for (let i = 0; i < 3; i++) f.push(() => i); for (const i of [3, 4]) f.push(() => i); for (const k in { a: 1, b: 1 }) f.push(() => k); for (let i = 0; i < 2; i++) { let j = i * 2; f.push(() => j++); } print(f.map(g => g()).join());
//# a loop's variable changed in its body
var r = []; for (let i = 0; i < 6; i++) { r.push(() => i); if (i % 2) i++; } print(r.map(f => f()).join()); for (let i = 0, n = 2; i < n; i++) { setTimeout0(() => i); } function setTimeout0(f) { print(f()); }
//# reading before the declaration throws
try { (() => { q; let q = 1; })(); } catch (e) { print(e instanceof ReferenceError); } try { (() => { f(); const q = 1; function f() { return q; } })(); } catch (e) { print(e instanceof ReferenceError); } try { (() => { typeof z; let z; })(); } catch (e) { print(e instanceof ReferenceError); }
//# switch has one scope
switch (2) { case 1: let z = 1; break; case 2: z = 5; print(z, (() => z)()); } var k = 3; switch (k) { case 3: const k = 4; print((() => k)()); }
//# for of closes its iterator
var c = 0; var it = { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; }, return() { c++; return {}; } }; } };
for (var x of it) break; try { for (var y of it) throw 1; } catch (e) {} (() => { for (var z of it) return; })(); l: for (var q of [1]) for (var w of it) continue l; print(c);
//# for of over everything iterable
var s = ''; for (let x of 'a😀') s += x.length; for (let [k, v] of new Map([[1, 2]])) s += k + v; for (let x of (function* () { yield 'g'; })()) s += x; for (var o = {}, i = 0; i < 1; i++) for (o.x of [5]) s += o.x; (function () { for (let a of arguments) s += a; })('r'); print(s);
//# labels
var s = 0; a: for (let i = 0; i < 3; i++) { b: for (let j = 0; j < 3; j++) { if (j === 1) continue a; if (i === 2) break a; s += (() => i + j + 1)(); } } x: { if (s) break x; s = 100; } print(s);
//# getters, setters, computed and shorthand members
var k = 'z', v = 1; var o = { v, [k + 1]: 2, get a() { return 4; }, set a(x) { print('set', x); }, get ['b']() { return 5; }, async: 1, get: 2, set: 3, static: 4, of: 5, await: 6, yield: 7, let: 8, new: 9, 'quoted-key'() { return 10; }, 1.5: 'n', async *[Symbol.asyncIterator]() {} }; o.a = 9; print(o.v, o.z1, o.a, o.b, o.async + o.get + o.set + o.static + o.of + o.await + o.yield + o.let + o.new, o['quoted-key'](), o[1.5]);
//# names that are words elsewhere
var async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, type = 7, target = 8, meta = 9, static_ = 10; print(async + of + get + set + from + as + type + target + meta); var o = { class: 1, function: 2, if: 3, default: 4 }; print(o.class + o.function + o.if + o.default); function async2(async) { return async(async => async); } print(async2(f => f(3)));
//# __proto__ in literals
var p = { x: 1 }; print({ __proto__: p }.x, { ['__proto__']: p }.x, Object.keys({ __proto__: null, a: 1 }).join(), { '__proto__': p }.x); var __proto__ = 5; print(Object.keys({ __proto__ }).join());
//# strings and identifiers with escapes
var \u{61}b = 1, ünï = 2, ℮ = 3; print(ab, ünï, ℮, '\u{1F600}'.length, '\
x', 'a b'.length, '\0'.length, "\x41");
//# comma, void, in, delete and typeof
var o = { a: 1 }; print((1, 2), void 0, 'a' in o, delete o.a, 'a' in o, typeof undefinedName, typeof null, !!document0()); function document0() { return 1; }
//# conditional chains with arrows
var f = a => a ? b => b : c => c + 1; print(f(1)(2), f(0)(2)); var g = (a, b) => a ? (x => ({ x }))(b) : { y: b }; print(JSON.stringify(g(1, 2)), JSON.stringify(g(0, 2)));
//# with and a proxy
var p = new Proxy({ a: 1, f() { return this.a; } }, { has(t, k) { return k in t || k === 'made'; }, get(t, k) { return k === 'made' ? 'up' : k === Symbol.unscopables ? undefined : t[k]; }, set(t, k, v) { t[k] = v + 1; return true; } }), outer = 'o';
with (p) { print(a, made, f(), outer, typeof made, typeof nowhere); a = 5; outer = 'changed'; var w = a; } print(p.a, outer, w);
print(new Function('p', 'with (p) { return a + [1].map(x => x + a)[0] + (({ a }) => a)({ a: 100 }) }')(p));
//# with and plain objects
var o = { a: 1, b: { c: 2 } }; with (o) { a++; b.c += 5; var { c } = b; for (var i = 0; i < 1; i++) a += i; with (b) { c = 9; } (function () { a += 10; })(); } print(o.a, o.b.c, c);
//# getters in with are called with the object
with ({ get x() { return this.y; }, y: 3, z() { return this === undefined; } }) { print(x, z()); let q = x; { const r = q; print(r + y); } }
//# HTML comments
var x = 1 <!-- 2
--> a comment
print(x); var y = 3; while (y --> 1); print(y);
//# things that look like XML
var a = 1, b = { c: 2 }; var s = '<!--' + a + '-->'; if (a<b.c) print(s, /<!--/.test(s), '.@', '..x'); var xml = '<a>b</a>'.replace(/<a>/g, ''); print(xml, a<!b, `<![CDATA[${a}]]>`); var r = a < 2 ? '<b/>' : "<c>"; print(r, [..."<>"].length);
//# regular expressions
print(/(?<y>\d+)-(?<m>\d+)/.exec('2020-01').groups.m, '2020-01'.replace(/(?<y>\d+)-(?<m>\d+)/, '$<m>/$<y>'), /(?<=\$)\d+/.exec('a$12')[0], /(?<!a)b/.test('ab'), /a.b/s.test('a\nb'), /^.$/u.test('😀'), /\u{1F600}/u.test('😀'), (r => { r.lastIndex = 1; return r.test('ba'); })(/a/y), /[^]/.test('\n'), /\//.source);
//# regular expressions: Unicode properties
print(/\p{L}/u.test('é'), /\p{Script=Greek}/u.test('α'), /\P{Lu}/u.test('a'), /^\p{ID_Start}$/u.test('x'), /[\p{L}\p{N}_]+/u.exec('-äß1-')[0], /\p{Extended_Pictographic}/u.test('😀'), /\p{Emoji}/u.test('a'), /\p{Emoji_Presentation}/u.test('😀'), /\p{Lowercase}/u.test('A'), /\p{Alphabetic}/u.test('ä'), /\p{Script_Extensions=Latin}/u.test('a'), /\p{White_Space}/u.test(' '), /\p{Any}/u.test('x'), /\p{ASCII}/u.test('é'), /\p{General_Category=Uppercase_Letter}/u.test('Ä'), /\p{Sc}/u.test('€'), /\p{scx=Han}/u.test('中'));
//# regular expressions: indices
var m = /a(?<n>b)?(c)?/d.exec('xab'); print(m.indices[0].join(), m.indices[1].join(), m.indices[2], m.indices.groups.n.join(), /x/d.hasIndices, /x/dg.flags);
//# regular expressions: set notation
print(/[\p{L}--[a-z]]/v.test('A'), /[\p{L}--[a-z]]/v.test('a'), /[[a-z]&&[aeiou]]/v.test('e'), /[[a-z]&&[aeiou]]/v.test('b'), /^[\q{abc|d}x]$/v.test('abc'), /\p{L}/v.test('é'), /x/v.unicodeSets, /[\w--\d]/v.test('5'));
//# regular expressions: what matchAll, split and replace make of them
print([...'a1b2'.matchAll(/(?<l>[a-z])(\d)/g)].map(m => m.groups.l + m[2]).join(), 'a1b2'.split(/\d/).join(), 'x-y'.replace(/(\w)-(\w)/, (m, a, b) => b + a), 'aBc'.replace(/b/i, x => x + x), 'aaa'.replaceAll('a', 'b'), /(?:a|b)+?c/.exec('abac')[0], /(\w)\1/.test('aa'), /\bfoo\b/.test('a foo b'), /[\u4e00-\u9fa5]/.test('中'));
//# regular expressions: modifiers and duplicate names
print(/(?<year>\d{4})-\d\d|\d\d-(?<year2>\d{4})/.exec('12-2020').groups.year2);
//# JSON superset and line separators in strings
print(eval('"\u2028"').length, JSON.parse('"\u2028"').length);
//# automatic semicolons
var a = 1
var b = a
++b
print(a, b)
;[1, 2].forEach(x => print(x))
const f = () => {}
let g = async () => 1
var o = { f
, g }
print(typeof o.g)
//# getter names and numeric keys
var o = { get() { return 1; }, set() { return 2; }, async() { return 3; }, static() { return 4; }, get get() { return 5; }, 0: 'z', 0x10: 'h', 1n: 'b' }; print(o.set(), o.async(), o.get, o[0], o[16], o[1]);
//# comments everywhere
/* a */ var /* b */ x /* c */ = /* d */ 1 /* e */; // f
print(x /* g
*/, (/* h */ a /* i */ => /* j */ a)(2));
//# debugger and empty statements
;;; if (true); else; for (;;) break; debugger; print('ok');
//# assignments in conditions and chained comparisons
var m, i = 0, s = ''; while ((m = [1, 2, 0][i++])) s += m; print(s, 1 < 2 < 3, 3 > 2 > 1, null == undefined, null === undefined, NaN !== NaN, [] + {}, +'3' + +'4');
//# the completion value of a script
var r = (0, eval)('var q = 5; if (q) { q * 2 } else { 0 }'); print(r, eval('1;;;'), eval('{ a: 3 }'), eval('for (var i = 0; i < 3; i++) i'), eval('let z = 4; z'), eval('class A {}'), eval('do { 7 } while (false)'));
//# the scope of declarations in scripts
var v1 = 1; let l1 = 2; const c1 = 3; class k1 {} function f1() {} print('v1' in globalThis, 'l1' in globalThis, 'c1' in globalThis, 'k1' in globalThis, 'f1' in globalThis);
//# variables hoist out of blocks, functions before them
print(typeof h, typeof v); function h() {} if (true) { var v = 1; } print(v);
//# strict mode
(function () { 'use strict'; print(this === undefined); try { undeclared1 = 1; } catch (e) { print(e instanceof ReferenceError); } try { Object.freeze({ a: 1 }).a = 2; print('no'); } catch (e) { print(e instanceof TypeError); } })(); print((function () { return typeof this; })());
//# numbers as text
print(0.1 + 0.2, 1e21, 1 / 3, -0, (25).toString(36), (255).toString(16), 1e-7, 123456789012345680000, 5e-324, (0.000001234).toString());
//# exceptions
function f() { try { return 'try'; } finally { print('finally'); } } print(f(), (() => { try { throw 1; } catch (e) { return e; } finally { print('f2'); } })(), (() => { for (var i = 0; i < 2; i++) { try { continue; } finally { print(i); } } })()); try { null.x; } catch (e) { print(e instanceof TypeError, e.constructor === TypeError); } try { undefinedVariable; } catch (e) { print(e.name, e.message); } try { (void 0)(); } catch (e) { print(e.name); }
//# iterators of objects
var o = { from: 1, to: 3, [Symbol.iterator]() { let c = this.from, t = this.to; return { next: () => c <= t ? { value: c++, done: false } : { value: undefined, done: true } }; } }; print([...o].join(), Math.max(...o), Array.from(o).length, new Set(o).size); var [p, ...q] = o; print(p, q.length);
//# a hole as a parameter
var f = (_, b) => b, g = function ({}, []) { return 1; }; print(f(1, 2), g({}, []));
//# chained optional calls with templates and spread arguments
var log = []; var api = { on(...a) { log.push(a.length); return this; }, none: undefined }; api.on(1)?.on(...[1, 2])?.on?.(...[1, 2, 3]); api.none?.on(...[log.push('never')]); print(log.join());
//# private names and keywords as properties
var o = {}; o.class = 1; o.let = 2; o.await = 3; o.yield = 4; o.async = 5; o.of = 6; print(o.class + o.let + o.await + o.yield + o.async + o.of);
//# nested functions, blocks and default values in loops
var out = []; for (const [i, { n = i, f = () => n }] of [{ }, { n: 5 }].entries()) { if (i) out.push(f()); else { let t = f(); out.push(`${t}`); } } print(out.join());
//# loops over patterns of variables that are there
(function () { 'use strict'; let a, o = {}; for ({ a } of [{ a: 1 }, { a: 2 }]) print(a); for ([a, o.x = 5]of[[3], [4, 6]]) print(a, o.x);
  for ({ length: a } in { abc: 1 }) print(a); let n = 0; outer: for ({} of [1, 2, 3]) { if (n++) continue outer; print('in', n); } print(n); })();
//# declarations below statements without braces
if (1) try { let a = 1; print(a); } catch (e) { let b = e; } finally { const c = 2; print(c); } for (const x of [1]) if (x) switch (x) { case 1: { let d = 3; print(d); } } else try { let y; } catch { const z = 1; }
for (let i = 0; i < 2; i++) label: try { let q = i; if (q) break label; print(q); } finally { let r = i; print(r); } while (true) try { const s = 1; break; } finally { }
//# words that are names in sloppy code only
var let = 1, yield = 2, await = 3, o = { let, yield, await }; print(let + yield + await, o.let + o.yield + o.await, (function yield(let = yield) { return typeof let; })()); ({ let = 5, yield: await } = { yield: 7 }); print(let, await); yield: for (;;) { break yield; } (let[0]); print((async => async + 1)(1));
//# functions below statements without braces
if (1) function f() { return 'f'; } else function g() { return 'g'; } print(f(), typeof g);
//# variables that have the name of a parameter
print((function ([a], { b }) { var a; var b = b + 1; return a + b; })([1], { b: 2 }), (function ({ length: n }) { for (var n in { x: 1 }) { } return n; })('abc'));
//# calls in the keys and parameters of classes
function* keys() { return class { [yield 1]() { return 'method'; } static [yield 2] = 'field'; }; } var step = keys(); step.next(); step.next('a'); var made = step.next('b').value; print(new made().a(), made.b);
class Base { constructor(x) { this.x = x; } } class Derived extends Base { constructor(a, b = super(a)) { b.y = a + 1; } } print(JSON.stringify(new Derived(1)));
//# what is no constructor
try { new (() => { })(); } catch (error) { print(error.name); } try { new (async x => x)(1); } catch (error) { print(error.name); }
//# directives with escapes are none
function sloppy() { 'use\x20strict'; return typeof this; } print(sloppy());
//# undefined as a property's short name
print(Object.keys({ null: null, undefined }).join());
//# using
const log = []; const r = (n, fails) => ({ n, [Symbol.dispose]() { log.push(n); if (fails) throw new Error('end ' + n); } }); function f() { using a = r('a'), none = null; { using b = r('b'); log.push('in ' + b.n); } for (using c of [r('c'), r('d')]) if (c.n === 'd') return 'ret ' + a.n; }
print(f(), log.join()); try { (() => { using a = r('e', true), b = r('f', true); throw new Error('body'); })(); } catch (e) { print(e.name, e.error.message, e.suppressed.name, e.suppressed.error.message, e.suppressed.suppressed.message, e instanceof SuppressedError, e instanceof Error); }
try { using x = {}; } catch (e) { print(e.name); } const using = 1; print(using, typeof Symbol.dispose, Symbol.asyncDispose.description);
(async () => { log.length = 0; { await using x = { async [Symbol.asyncDispose]() { await null; log.push('async'); } }, y = r('sync'); } log.push('after'); print(log.join()); const s = new AsyncDisposableStack(); s.defer(async () => { print('deferred'); }); await s.disposeAsync(); print(s.disposed); })();
const s = new DisposableStack(); s.use(r('g')); s.adopt(1, v => log.push('adopted ' + v)); s.defer(() => log.push('deferred')); const t = s.move(); print(s.disposed, t.disposed); log.length = 0; t.dispose(); t.dispose(); print(log.join(), String(t)); try { t.defer(() => {}); } catch (e) { print(e.name); } try { DisposableStack(); } catch (e) { print(e.name); }
