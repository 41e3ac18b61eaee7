//# super where functions become generators
class A { v = 1; async m() { return 'A' + this.v; } static async s() { return 'As'; } get g() { return 'g' + this.v; } }
class B extends A { async m() { const f = async () => (await super.m()) + super.g; return await f() + '!'; } static async s() { return (await super.s()) + 'B'; } *gen() { yield super.g; return 5; } async *ag() { yield await super.m(); } async ['c' + 1]() { return super.g; } }
const o = { __proto__: { hi() { return 'hi ' + this.n; } }, n: 'o', async hi() { return await super.hi() + '?'; }, *g() { return super.hi(); } };
(async () => { const b = new B(); print(await b.m(), await B.s(), [...b.gen()], b.gen().next().value, (await b.ag().next()).value, await b.c1(), await o.hi(), o.g().next().value); })();
//# constructors of derived classes
class P { constructor(a) { this.a = a; this.t = new.target.name; } x() { return 'px'; } }
class Q extends P { f = this.a + 1; constructor(a) { const later = () => super(a); later(); this.q = (() => this.f)(); this.s = super.x(); super.w = 7; } x() { return 'qx'; } }
class R extends Q { constructor(...all) { if (all.length > 1) { super(all[1]); return; } else super(...all), this.one = true; } }
const q = new Q(1); print(q.a, q.t, q.f, q.q, q.s, q.w); print(JSON.stringify(new R(5)), JSON.stringify(new R(5, 6)), Object.getPrototypeOf(Reflect.construct(Q, [2], R)) === R.prototype);
for (const make of [() => new (class extends P { constructor() { this.a; } })(), () => new (class extends P { constructor() { super(); super(); } })(), () => new (class extends P { constructor() {} })(), () => new (class extends P { constructor() { return 1; } })(), () => new (class extends P { constructor() { return { z: 1 }; } })().z]) try { print(make()); } catch (e) { print(e.name); }
//# classes in loops and factories have names of their own
const made = []; for (const n of [1, 2]) made.push(class { #v = n; static is(o) { return #v in o; } get() { return this.#v; } [`k${n}`] = n; });
print(made.map(C => new C().get()), made[0].is(new made[1]()), made[0].is(new made[0]()), JSON.stringify(made.map(C => new C()))); try { made[0].prototype.get.call(new made[1]()); } catch (e) { print(e.name); }
let D = class D { static me() { return D; } }; const Kept = D; D = null; print(Kept.me() === Kept); class F { static me() { return F; } } const G = F; F = 1; print(G.me() === G);
//# order in which a class is made
const log = []; const l = (x, v = x) => (log.push(x), v); class O extends l('base', Object) { [l('m')]() {} static [l('s')] = l('sv'); [l('f')] = l('fv'); static { l('block'); } get [l('g')]() { return 1; } static async [l('a')]() {} }
print(log.join()); new O(); print(log.join(), Object.getOwnPropertyNames(O.prototype), O.s, typeof O.a);
//# keys of classes that yield and await
function* keys() { class Y { [yield 1]() { return 'm'; } static [yield 2] = 3; } return Y; } const it = keys(); it.next(); it.next('a'); const Y = it.next('b').value; print(new Y().a(), Y.b);
(async () => { class Z extends (await Promise.resolve(Array)) { static [await 'k'] = 1; #p = 2; p() { return this.#p; } } print(new Z().p(), Z.k, new Z() instanceof Array); })();
//# optional chains keep what they are called on
const u = { a: { f() { return this.n; }, n: 'n', g: { h(...x) { return [this.i, ...x].join(); }, i: 'i' } }, z: null };
print(u?.a.f(), u.a?.f?.(), u?.['a']?.['f'](), (u?.a.f)(), u.a.g?.h(...[1, 2]), u.a?.g.h?.(...[3]), u.z?.f(), u.z?.f.g.h(...[1]), u.q?.(), u?.a?.g?.h?.call({ i: 'j' }, 4), delete u?.a.n, u.a.n, `${u?.z ?? 'x'}`);
let n = 0; const once = () => (n++, u.a); once()?.g.i; once().q ??= 5; once()['r' + n] ||= n; once().g.i &&= 'k'; print(n, u.a.q, u.a.r2, u.a.g.i); new (u?.a && class { constructor() { print('made'); } })();
//# arguments, this and new.target in arrows that wait
function outer() { return (async (x, ...r) => { await null; return [this.k, arguments.length, arguments[0], x, r.length, typeof new.target].join(); })(9, 8); } outer.call({ k: 'k' }, 1, 2).then(print);
const m = { async a() { return [...arguments].join('-'); }, async *b() { yield arguments.length; }, c: async function n() { return typeof n; } }; m.a(1, 2).then(print); m.b(1, 2, 3).next().then(r => print(r.value)); m.c().then(print);
//# try, finally and loops that wait
async function t(how) { const out = []; try { for (const x of [1, 2, 3]) { try { await x; if (x === 2) { if (how === 'return') return out; if (how === 'throw') throw new Error('e'); if (how === 'break') break; continue; } out.push(x); } finally { await 0; out.push('f' + x); } } } catch (e) { out.push(e.message); } finally { out.push('end'); } return out; }
const first = (async () => { for (const how of ['return', 'throw', 'break', 'continue']) print(how, (await t(how)).join()); })();
async function* source() { try { yield 1; yield 2; yield 3; } finally { print('closed'); } } (async () => { await first; outer: for await (const x of source()) { for (const y of [1]) { if (x === 2) break outer; continue outer; } } for await (const { v = 7, ...w } of [{}, Promise.resolve({ v: 8, z: 1 })]) print(v, JSON.stringify(w)); try { for await (const x of source()) throw new Error('out'); } catch (e) { print(e.message); } const f = async () => { for await (const x of source()) return x; }; print(await f()); })();
//# patterns of everything iterable
const it3 = () => { let i = 0, closed = 0; return { [Symbol.iterator]() { return this; }, next: () => ({ value: ++i, done: i > 5 }), return() { closed++; return {}; }, get closed() { return closed; } }; };
const i1 = it3(); const [a1, , b1 = 0] = i1; print(a1, b1, i1.closed); const i2 = it3(); const [...all] = i2; print(all, i2.closed); const [] = it3(); const [[x1, { y: [y1] = 'q' } = {}] = ['p']] = []; print(x1, y1); const fn = ([a, b = a] = 'xy', { length: len } = b) => [a, b, len]; print(fn(), fn('z')); for (const bad of [null, undefined, 1, {}]) try { const [z] = bad; print(z); } catch (e) { print(e.name); } var [h, , i] = [, 1]; print(h, i); let s1 = 1, s2 = 2, s3 = 3; [s1, s2, s3] = [s3, s1, s2]; print(s1, s2, s3); print((([p1, p2]) => p1 + p2)(new Set('ab')), Object.entries({ k: 1 }).map(([k, v]) => k + v), Object.getOwnPropertySymbols([]).length);
