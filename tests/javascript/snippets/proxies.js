//# answers of proxies' traps
function t(f) { try { return f(); } catch (e) { return e.name; } }
const bare = Object.create(null); print(Object.getPrototypeOf(new Proxy({}, { getPrototypeOf() { return Reflect.getPrototypeOf(bare); } })), t(() => Object.getPrototypeOf(new Proxy({}, { getPrototypeOf() { return 1; } }))));
print(Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor() { } }), 'a'), Object.entries(Object.getOwnPropertyDescriptor(new Proxy({}, { getOwnPropertyDescriptor() { return { get() { }, configurable: true }; } }), 'a')).map(e => e[0] + typeof e[1]).join());
print(t(() => { 'use strict'; new Proxy({}, { set() { return false; } }).a = 1; }), t(() => { new Proxy({}, { set() { return false; } }).a = 1; }), t(() => { 'use strict'; delete new Proxy({ a: 1 }, { deleteProperty() { return false; } }).a; }));
print(t(() => new Proxy(Object.freeze({ a: 1 }), { get() { return 2; } }).a), t(() => new Proxy(1, {})), t(() => { const { proxy, revoke } = Proxy.revocable({ a: 1 }, {}); revoke(); revoke(); proxy.a; }));
//# setting through proxies
class A { set x(v) { this.v = v; } get x() { return 'x' + this.v; } } let log = []; let p = new Proxy(new A(), { set(t, k, v, r) { log.push(k); return Reflect.set(t, k, v, r); } }); p.x = 5; p.y = 2; p.x = 6; print(log.join(), p.x, p.y);
log = []; const define = (t, k, d) => { log.push(k + JSON.stringify(d)); return Reflect.defineProperty(t, k, d); }; p = new Proxy({}, { defineProperty: define, set(t, k, v, r) { return Reflect.set(t, k, v, r); } }); p.a = 1; p.a = 2; p = new Proxy({}, { defineProperty: define }); p.b = 1; print(log.join(), p.b);
log = []; const o = Object.create(new Proxy({}, { get(t, k, r) { return r === o && k; }, set(t, k, v, r) { log.push(k, r === o); return Reflect.set(t, k, v, r); }, has(t, k) { return k === 'q'; } })); o.w = 1; print(o.z, 'q' in o, 'r' in o, log.join(), Object.keys(o));
p = new Proxy({ get me() { return this; } }, {}); print(p.me === p); const s = Symbol(); p = new Proxy({}, { set(t, k, v) { t[k] = v + 1; return true; } }); p[s] = 1; print(p[s], delete p[s], s in p);
//# keys of proxies
let p = new Proxy({ a: 1, b: 2 }, { ownKeys: t => ['c', ...Reflect.ownKeys(t)], getOwnPropertyDescriptor: (t, k) => k === 'c' ? { value: 1, enumerable: false, configurable: true } : Reflect.getOwnPropertyDescriptor(t, k) });
print(Object.keys(p), Reflect.ownKeys(p), JSON.stringify(p), JSON.stringify({ ...p }), Object.entries(p), p.hasOwnProperty('c')); for (const k in p) print(k);
const list = new Proxy([3, 1, 2], {}); list.push(9); list.sort(); list.length = 2; print(JSON.stringify(list), Array.isArray(list), list.map(x => x * 2), Object.keys(list), [...list], Object.prototype.toString.call(list));
//# proxies of functions and classes
class B { constructor(x) { this.x = x; } static s() { return this === P; } } const P = new Proxy(B, {}); print(new P(4).x, new P(1) instanceof P, new P(1) instanceof B, P.s(), typeof P, P.name);
const Q = new Proxy(B, { construct(t, a, n) { return Reflect.construct(t, [a[0] + 1], n); }, apply() { return 'applied'; } }); class C extends Q { } print(new C(3).x, new C(1) instanceof C, Q());
//# values that built-ins put go through proxies
const seen = []; const keep = { set(t, k, v, r) { seen.push(k); return Reflect.set(t, k, v, r); } }; const assigned = Object.assign(new Proxy({}, keep), { a: 1, 2: 'b' }, { a: 3 }); print(JSON.stringify(assigned), seen.join());
const row = new Proxy([3, 1], keep); seen.length = 0; row.unshift(0); row.splice(1, 1); row.fill(7, 0, 1); print(JSON.stringify(row), seen.join()); try { Object.assign(new Proxy({}, { set() { return false; } }), { a: 1 }); print('kept'); } catch (e) { print(e.name); }
