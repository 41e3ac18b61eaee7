//# a constructor, a method, a getter and a setter
class A { constructor(x) { this.x = x; } m() { return this.x; } get g() { return this.x * 2; } set g(v) { this.x = v; } }
var a = new A(3); print(a.m(), a.g); a.g = 7; print(a.x);
//# members are not enumerable and are on the prototype
class A { m() {} get g() { return 1; } static s() {} }
print(Object.keys(A.prototype).length, Object.getOwnPropertyNames(A.prototype).sort().join(), typeof A.s, Object.keys(A).length);
//# inheritance and super calls
class A { constructor(n) { this.n = n; } m() { return 'A' + this.n; } static s() { return 's'; } }
class B extends A { constructor(n) { super(n + 1); } m() { return super.m() + 'B'; } static s() { return super.s() + 't'; } }
print(new B(1).m(), B.s(), new B(1) instanceof A, Object.getPrototypeOf(B) === A);
//# a derived class without a constructor passes its arguments on
class A { constructor(...a) { this.a = a; } }
class B extends A {}
print(new B(1, 2, 3).a.join(), B.name, new B().constructor === B);
//# built-ins are extended
class E extends Error { constructor(m) { super(m); this.name = 'E'; } }
class L extends Array { last() { return this[this.length - 1]; } }
class M extends Map { get(k) { return super.get(k) || 'none'; } }
class P extends Promise {}
var l = new L(); l.push(1, 2); var m = new M([[1, 'x']]);
print(new E('x').message, new E('x') instanceof Error, new E('q').toString(), l.last(), l.length, Array.isArray(l), m.get(1), m.get(2), new P(function () {}) instanceof P);
//# fields
class A { a = 1; b = this.a + 1; 'c d' = 3; [`e${1}`] = 4; static f = 5; static g = A.f + 1; h; i = () => this.a; }
var a = new A(); print(a.a, a.b, a['c d'], a.e1, A.f, A.g, 'h' in a, a.i.call(null), Object.keys(a).join());
//# fields are set before the rest of a derived constructor
class A { x = 1; constructor() { this.y = this.x; } }
class B extends A { z = this.y + 1; constructor() { super(); this.w = this.z + 1; } }
print(JSON.stringify(new B()));
//# private members
class A { #x = 1; static #n = 0; #m() { return this.#x; } get #g() { return this.#x + 1; } set #g(v) { this.#x = v; } static #s() { return 'S'; }
  run() { this.#g = 5; A.#n++; this.#x += 2; return [this.#x, this.#m(), this.#g, A.#n, A.#s()].join(); } has(o) { return #x in o; } }
print(new A().run(), new A().has(new A()), new A().has({}));
try { class B { #y = 1; static r(o) { return o.#y; } } B.r({}); } catch (e) { print(e instanceof TypeError); }
//# private names that differ by what they begin with
class Named {
  #e = 1;
  #_e(a) { return a + this.#e; }
  #f(a) { return a * 2; }
  #_f = 3;
  #__f() { return 4; }
  $_e() { return 5; }
  get #g() { return 6; }
  set #g(value) { this.set = value; }
  #get_g() { return 7; }
  #set_g() { return 8; }
  static #_h() { return 9; }
  static #h = 10;
  static async *#_k() { yield 11; }
  static #k() { return 12; }
  all(e) {
    let $_e = 13;
    e.x ||= 5;
    return [this.#_e(e.x), this.#f(2), this.#_f, this.#__f(), this.$_e(), this.#g, this.#get_g(), this.#set_g(),
      Named.#_h(), Named.#h, Named.#k(), $_e, #_e in this, #_f in e, this?.#_f];
  }
  async later(_e) {
    this.#g = 1;
    ({ a: this.#_f } = { a: 14 });
    await null;
    for await (const one of Named.#_k()) _e.push(one);
    for ([this.#_f] of [[15], [16]]) _e.push(this.#_f);
    return [...await _e, this.#_f++, this.#_e(1), this.set];
  }
}
const named = new Named();
print(named.all({}));
named.later([]).then(print);
//# private members with optional chaining and destructuring
class A { #x = { y: 2 }; r(o) { return o?.#x?.y; } s() { var { y } = this.#x; [this.#x] = [4]; return y + this.#x; } t() { this.#x++; return this.#x; } }
var a = new A(); print(a.r(a), a.r(null), a.s(), a.t());
//# static blocks
class A { static x = 1; static { this.y = this.x + 1; } static z = A.y + 1; static { A.w = () => this; } }
print(A.y, A.z, A.w() === A);
//# class expressions and their names
var A = class { static n() { return this.name; } }; var B = class C { static self() { return C; } };
print(A.n(), B.name, B.self() === B, typeof C, (class {}).name === '', ({ D: class {} }).D.name);
//# computed members, generators and async members
var k = 'kk';
class A { [k]() { return 1; } static [k + 2]() { return 2; } *gen() { yield 1; yield 2; } async as() { return 3; } async *ag() { yield 4; } get [k + 'g']() { return 5; } *[Symbol.iterator]() { yield 6; } }
print(new A().kk(), A.kk2(), [...new A().gen()].join(), new A().kkg, [...new A()].join());
new A().as().then(v => print(v)); (async () => { for await (var v of new A().ag()) print(v); })();
//# new.target
class A { constructor() { this.t = new.target === undefined ? 'none' : new.target.name; } }
class B extends A {}
function F() { return new.target === undefined ? 'call' : { t: new.target === F }; }
print(new A().t, new B().t, F(), new F().t, Reflect.construct(A, [], B).t);
//# an abstract class
class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract'); } }
class Square extends Shape {}
try { new Shape(); } catch (e) { print(e.message); } print(new Square() instanceof Shape);
//# a class cannot be called
class A {} try { A(); print('called'); } catch (e) { print(e instanceof TypeError); }
//# super properties in methods of objects
var base = { m() { return 'base'; }, get p() { return this.q; } };
var o = { __proto__: base, q: 3, m() { return super.m() + '+'; }, r() { return super.p; }, s() { return (() => super.m())(); } };
print(o.m(), o.r(), o.s());
//# mixins
var Named = S => class extends S { name() { return 'named ' + super.name(); } };
class Base { name() { return 'base'; } }
class X extends Named(Named(Base)) {}
print(new X().name());
//# super in arrows, and this after super
class A { constructor() { this.v = 1; } }
class B extends A { constructor() { var f = () => super(); f(); this.w = this.v + 1; } }
print(new B().w);
//# a constructor that returns an object
class A { constructor() { return { x: 1 }; } } class B extends A { y = 2; }
print(new B().x, new B().y);
//# extending null and functions
function F() { this.f = 1; } F.prototype.m = function () { return 'm'; };
class G extends F { m() { return super.m() + 'g'; } }
class N extends null { static s() { return 1; } }
print(new G().f, new G().m(), N.s(), Object.getPrototypeOf(N.prototype));
//# accessors are inherited one by one
class A { get x() { return this._x || 'a'; } set x(v) { this._x = v; } }
class B extends A { get x() { return super.x + '!'; } set x(v) { super.x = v + '?'; } }
var b = new B(); print(b.x); b.x = 'n'; print(b.x);
//# Symbol.species and instanceof
class E { static [Symbol.hasInstance](v) { return v % 2 === 0; } }
print(2 instanceof E, 1 instanceof E);
class L extends Array {} print(new L(1, 2, 3).map(x => x) instanceof L, L.from([1]) instanceof L);
//# a class in a loop closes over each turn
var fs = []; for (let i = 0; i < 3; i++) fs.push(class { v() { return i; } });
print(fs.map(C => new C().v()).join());
//# the class is bound inside before its static members run
class A { static self = A; static m = () => A.self; }
print(A.self === A, A.m() === A);
//# async arrows in methods keep this
class A { constructor() { this.v = 1; } async m() { await null; return [1, 2].map(x => x + this.v).join(); } n() { return (async () => this.v)(); } }
new A().m().then(print); new A().n().then(print);
//# super in async methods
class A { async m() { return 'a'; } } class B extends A { async m() { return (await super.m()) + 'b'; } async *g() { yield await super.m(); } }
new B().m().then(print); new B().g().next().then(r => print(r.value));
//# instance fields with arrow functions and super
class A { m() { return 'A'; } } class B extends A { f = () => super.m() + this.x; x = 1; }
print(new B().f());
//# getters on classes in objects with spread
class A { static get v() { return 1; } } print({ ...{ a: A.v } }.a);
//# private static methods called with other receivers
class A { static #p(x) { return x + 1; } static q(x) { return [x].map(A.#p)[0]; } } print(A.q(1));
//# toString of an instance
class A { get [Symbol.toStringTag]() { return 'AA'; } } print(String(new A()), `${new (class { toString() { return 's'; } })()}`);
//# subclasses of collections with methods of their own
class Upper extends Set { add(v) { return super.add(String(v).toUpperCase()); } } print([...new Upper(['a', 'b'])].join(), new Upper().size, new Upper(null).size, new Upper('xy').has('X'), new Upper(['q']) instanceof Upper);
class Log extends Map { constructor(entries) { super(entries); this.made = true; } set(k, v) { return super.set(k, [v]); } } const logged = new Log([['a', 1], ['b', 2]]); print(JSON.stringify([...logged]), logged.made, logged.size); class Plain extends Map { get(k) { return super.get(k) || 'none'; } } print(new Plain([[1, 2]]).get(1), new Plain().get(3)); try { new Log([1]); } catch (e) { print(e.name); }
//# classes at keys that are words
class A { m() { return 'm'; } } const kinds = { enum: class extends A { }, 'let': class { }, null: class B extends A { }, await: class extends A { m() { return super.m() + 1; } } };
print(Object.values(kinds).map(c => c.name).join(), new kinds.enum().m(), new kinds.await().m());
//# fields are defined
const t = f => { try { print(f()); } catch (e) { print(e.name); } }; class Given { constructor(o) { return o; } } class X extends Given { x = 1; }
t(() => new X(Object.freeze({})).x); t(() => new X(Object.preventExtensions([])).x); t(() => JSON.stringify(Object.getOwnPropertyDescriptor(new X({ set x(v) { print('set'); } }), 'x')));
t(() => { const l = []; new X(new Proxy({}, { defineProperty(o, k, d) { l.push(k, JSON.stringify(d)); return true; }, set() { l.push('set'); } })); return l.join(); });
t(() => { const l = []; class A { [l.push('k1')] = l.push('v1'); static [l.push('k2')] = l.push('v2'); static { l.push('block'); } [l.push('k3')]() {} } l.push('new'); new A(); return l.join(); });
//# static members with the names of functions' own
class A { static name = 'n'; static length = 3; } class B { static name() { return 'b'; } static get length() { return 4; } } print(A.name, A.length, JSON.stringify(Object.getOwnPropertyDescriptor(A, 'length')), B.name(), B.length);
for (const make of [() => class { static ['prototype'] = 1; }, () => class { static ['prototype']() {} }, () => class extends (() => {}) {}]) try { make(); print('made'); } catch (e) { print(e.name); }
class C { get x() { return 1; } ['m' + 1]() {} } const d = Object.getOwnPropertyDescriptor(C.prototype, 'x'); print(d.get.name, new C().m1.name);
//# what constructors return
class A { constructor(v) { return v; } } class B extends Object { constructor(v, r) { super(v); if (r) return 1; this.b = 2; } } class E { static [Symbol.hasInstance]() { return false; } x = 1; }
print(new A({ z: 1 }).z, new A(1) instanceof A, JSON.stringify(new B({ a: 1 })), new E().x); try { new B({}, true); } catch (e) { print(e.name); } try { A(); } catch (e) { print(e.message); }
//# private members are called on what may not be there
class A { #f = function (a) { return [this === A.a, a]; }; #m(...b) { return [this === A.a, b.length]; } c(o) { return [this?.#f(1), this.x?.#f(), this.#f?.(2), o?.#m(1, 2), o?.#m()].join('|'); }
  #x = 1; d() { for (this.#x of [1, 2]); return this.#x; } } A.a = new A(); print(A.a.c(A.a), A.a.c(null), A.a.d());
//# empty members of classes
class Empty { static {} ; ; static { } m() {} ; } print(Object.getOwnPropertyNames(Empty.prototype).join(), new (class {})() instanceof Object, (class { static {} }).name === '');
