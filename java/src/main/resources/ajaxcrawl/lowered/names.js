// Names, assignments and operators that Rhino gets wrong; see the files in javascript/source.
(function (runtime) {
  'use strict';

  // value instanceof type, for sources that name Symbol.hasInstance.
  runtime.instanceOf = function (value, type) {
    var isObject = value !== null && (typeof value === 'object' || typeof value === 'function');
    var method = isObject || type === undefined || type === null ? undefined : type[Symbol.hasInstance];
    return method === undefined || method === null ? value instanceof type : !!method.call(type, value);
  };

  // The function of a default in a pattern.
  runtime.named = function (name, made) {
    return Object.defineProperty(made, 'name', { value: name, configurable: true });
  };

  // Takes the window's own properties out of the way of what a script declares.
  runtime.hide = function (names) {
    names.forEach(function (name) {
      Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(Object.getPrototypeOf(globalThis), name);
    });
  };

  // What stands for a name that is read before its declaration.
  runtime.deadZone = function (name) {
    throw new ReferenceError("Cannot access '" + name + "' before initialization");
  };

  // What stands for an assignment to a constant.
  runtime.constant = function () {
    throw new TypeError('Assignment to constant variable.');
  };

  // What stands for a constant in a pattern that assigns to it.
  runtime.fixed = Object.defineProperty({}, 'value', { set: runtime.constant });

  runtime.call = Reflect.apply;

  runtime.new = Reflect.construct;

  runtime.update = function (object, key, by, isPostfix) { // object.#key++
    var old = runtime.get(object, key);
    if (typeof old !== 'bigint') old = Number(old);
    var value = typeof old === 'bigint' ? old + BigInt(by) : old + by;
    runtime.set(object, key, value);
    return isPostfix ? old : value;
  };

  runtime.slot = function (object, key) { // object.#key as what a pattern assigns to
    return {
      get value() { return runtime.get(object, key); },
      set value(value) { runtime.set(object, key, value); }
    };
  };

  runtime.superGet = function (home, self, key) {
    return Reflect.get(Object.getPrototypeOf(home), key, runtime.initialized(self));
  };

  runtime.superSet = function (home, self, key, value) {
    Reflect.set(Object.getPrototypeOf(home), key, value, runtime.initialized(self));
    return value;
  };

  runtime.initialized = function (self) {
    if (self === undefined) {
      throw new ReferenceError("Must call super constructor in derived class before accessing 'this' or returning from derived constructor");
    }
    return self;
  };

  runtime.constructed = function (self, result) {
    if (result !== null && typeof result === 'object' || typeof result === 'function') return result;
    if (result !== undefined) throw new TypeError('Derived constructors may only return object or undefined');
    return runtime.initialized(self);
  };

  runtime.exportAll = function (exportValues, module) {
    var values = Object.create(null);
    Object.keys(module).forEach(function (name) {
      if (name !== 'default') values[name] = module[name];
    });
    exportValues(values);
  };
})
