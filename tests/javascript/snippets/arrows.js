//# defaults of short names in the parameters of arrow functions
print((({ a = 1 }) => a)({}), ((x, { b, c = 2 }, y) => [b, c, y])(0, { b: 1 }, 3), (([{ d = 4 }]) => d)([{}]), (({ e: { f = 5 } }) => f)({ e: {} }), (async ({ g = 6 }) => g)({}) instanceof Promise);
//# expressions that become blocks
const o = { p: { q: 1 } }; print([o, null].map(v => v?.p?.q), ((...[a, b]) => a?.p ?? b)(null, 2)); (async v => await v?.p?.q)(o).then(print); (async (...[a, b]) => [a, await b])(1, 2).then(print);
//# lines that begin with what becomes a parenthesis
let a = 1
let b = 2
;(async () => {
  const c = 3
  await c
  await 4
  a = [b, c]
  ;[a, b] = a
  print(a, b, c)
})()
const d = null
d?.e
print(d?.e?.f ?? 'none')
//# words that stand close to signs
function f(x) { if (x)return[...x].map(y => y?.z ?? 1); throw[...'ab'].length }
print(f([1])); try { f(); } catch (e) { print(e); } for (const e of[...'xy'])print(e); print(typeof[...'a'][0], [...[1]]instanceof Array, (() => { for (const v of[3])if (v)return v })());
class A { get#x() { return 1; } static#y() { return 2; } async#z() { return 3; } static y() { return A.#y(); } x() { return this.#x; } z() { return this.#z(); } } print(new A().x(), A.y()); new A().z().then(print);
//# commas at the end of lists
function g(a, b,) { return [a, b,].length + g.length; } print(g(1, 2,), g(...[1, 2,],), Math.max(1, (2, 3), /* , ) */), ((a, b = 2,) => a + b)(1, // ,)
), new Date(2020, 1, 1,).getFullYear(), { a: g(1, 2), /* (1) */ b: ')' }.b);
//# new of what becomes a call
class T { static #U = class { v = 1; }; static u() { return new this.#U().v; } static w() { return new T.#U; } } print(T.u(), T.w().v, new (class { x = 2; })().x, new class { constructor(a) { this.a = a; } }(3).a, new class { y = 4; }().y);
//# targets in parentheses, in in the heads of loops
var t, u = {}; [(t)] = [1]; ({ a: (u.v), b: (t) = 2 } = { a: 3 }); print(t, u.v); [(u.w) = 4, ...(u.x)] = [undefined, 5]; print(u.w, u.x); for (u['v' in u] in { k: 1 }) print(u.true); for (var i = ('v' in u), n = 0; i && n < 1; n++) print(n);
//# new.target among the parameters
function N(a = new.target, b = a) { this.b = b; } print(new N().b === N, new N(1).b);
//# elements that are left out among parameters
print((([, b]) => b)([1, 2]), (({ k: [, , c = 7] }) => c)({ k: [1, 2] }), (function ([, b, , d], [, ...e]) { return [b, d, e]; })([1, 2, 3, 4], 'xyz'), Object.entries({ q: 1 }).map(([, v]) => v), ((a, [/* , */, b] = [1, 5]) => b)(0)); const [, f, , g] = 'abcd'; print(f, g); (async ([, x], { y: [, z] }) => x + z)([1, 2], { y: [3, 4] }).then(print);
//# lowering leaves no keys that pages see
const [l1] = new Set([1]); print(Object.getOwnPropertySymbols(Object.prototype).length, Object.getOwnPropertySymbols(Array.prototype).length, Reflect.ownKeys(Array.prototype).filter(k => typeof k === 'symbol').length, Object.getOwnPropertySymbols({ [Symbol.iterator]: 1 }).length, Reflect.ownKeys({ a: 1 }).length); for (const k in []) print(k);
//# names that the engine gives its own variables
(() => { const $0 = () => 4, $1 = () => 5, $2 = { $1: 6, $3: 7 }; print((({ a }) => $1())({}), (([b], { c }) => [$0(), $1(), $2.$1, { $1 }.$1()].join())([1], {})); const { $1: x, $3 = 8 } = $2; print(x, $3, (function ({ $4 = 9 }, [$5]) { return $4 + $5 + $0(); })({}, [1])); class K { $1() { return $1(); } static $2 = $0(); } print(new K().$1(), K.$2); for (const [$6] of [[1]]) print($6, (({ d = $6 }) => d)({})); })();
