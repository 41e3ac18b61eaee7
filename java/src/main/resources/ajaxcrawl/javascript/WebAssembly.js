/* WebAssembly (its JavaScript Interface), over an interpreter in Java. */
(function (window, host) {
  'use strict';

  const errors = {};
  const java = host.wasm(function (name, message) {
    throw new errors[name](message);
  });
  const handles = new WeakMap(); // what Java knows of objects here
  const objects = new WeakMap(); // and the objects of what Java knows

  const WebAssembly = {};
  Object.defineProperty(WebAssembly, Symbol.toStringTag, { value: 'WebAssembly', configurable: true });

  function publish(name, value) {
    Object.defineProperty(WebAssembly, name, { value: value, writable: true, configurable: true });
  }

  function define(owner, members) {
    Object.keys(members).forEach(function (name) {
      const descriptor = Object.getOwnPropertyDescriptor(members, name);
      Object.defineProperty(owner, name, Object.assign(descriptor, { enumerable: true }));
    });
  }

  function publishClass(name, type, members, statics) {
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: 'WebAssembly.' + name, configurable: true });
    define(type.prototype, members || {});
    define(type, statics || {});
    publish(name, type);
  }

  ['CompileError', 'LinkError', 'RuntimeError', 'Exception'].forEach(function (name) {
    function WasmError(message, options) {
      const error = new Error(message === undefined ? '' : String(message), options);
      return Object.setPrototypeOf(error, (new.target || WasmError).prototype);
    }
    Object.defineProperty(WasmError, 'name', { value: name, configurable: true });
    WasmError.prototype = Object.create(Error.prototype, {
      constructor: { value: WasmError, writable: true, configurable: true },
      name: { value: name, writable: true, configurable: true },
      message: { value: '', writable: true, configurable: true }
    });
    errors[name] = WasmError;
    publish(name, WasmError);
  });

  function made(target, name) {
    if (!target) {
      throw new TypeError('WebAssembly.' + name + ' must be invoked with \'new\'');
    }
  }

  function handleOf(object, name) {
    if (!handles.has(object)) {
      throw new TypeError('Receiver is not a WebAssembly.' + name);
    }
    return handles.get(object);
  }

  function bind(object, handle) {
    handles.set(object, handle);
    objects.set(handle, object);
    return object;
  }

  function objectOf(kind, handle) {
    if (kind === 'function') {
      return handle;
    }
    const type = { memory: Memory, table: Table, global: Global }[kind];
    return objects.get(handle) || bind(Object.create(type.prototype), handle);
  }

  function bytesOf(source, failure) {
    const isView = ArrayBuffer.isView(source);
    if (!isView && !(source instanceof ArrayBuffer)) {
      throw new TypeError(failure + 'Argument 0 must be a buffer source');
    }
    return isView ? source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength) : source.slice(0);
  }

  function compiled(source, failure) {
    const bytes = bytesOf(source, failure);
    if (!java.isAllowed()) {
      throw new errors.CompileError(failure + "Wasm code generation disallowed by embedder");
    }
    const handle = java.parse(bytes);
    if (typeof handle === 'string') {
      throw new errors.CompileError(failure + handle);
    }
    return handle;
  }

  function Module(source) {
    made(new.target, 'Module');
    bind(this, compiled(source, 'WebAssembly.Module(): '));
  }
  publishClass('Module', Module, {}, {
    exports: function (module) {
      return java.exports(handleOf(module, 'Module')).map(function (item) {
        return { name: item[0], kind: item[1] };
      });
    },
    imports: function (module) {
      return java.imports(handleOf(module, 'Module')).map(function (item) {
        return { module: item[0], name: item[1], kind: item[2] };
      });
    },
    customSections: function (module, name) {
      return java.customSections(handleOf(module, 'Module'), String(name));
    }
  });

  /* The imports as Java takes them, in the module's order. */
  function read(module, imports, failure) {
    return java.imports(module).map(function (item, index) {
      const where = failure + 'Import #' + index + ' "' + item[0] + '"';
      const space = imports === undefined ? undefined : imports[item[0]];
      if (space === null || typeof space !== 'object' && typeof space !== 'function') {
        throw new TypeError(imports === undefined ? failure + 'Imports argument must be present and must be an object'
          : where + ': module is not an object or function');
      }
      const value = space[item[1]];
      const named = where + ' "' + item[1] + '": ';
      if (item[2] === 'function') {
        if (typeof value !== 'function') {
          throw new errors.LinkError(named + 'function import requires a callable');
        }
        return value;
      }
      const type = { memory: Memory, table: Table, global: Global }[item[2]];
      if (type && value instanceof type) {
        return handleOf(value);
      }
      if (item[2] !== 'global' || typeof value !== 'number' && typeof value !== 'bigint') {
        throw new errors.LinkError(named + item[2] + ' import must be a WebAssembly.' + item[2][0].toUpperCase() + item[2].slice(1) + ' object');
      }
      return value;
    });
  }

  function link(instance, module, imports, failure) {
    if (imports !== undefined && (imports === null || typeof imports !== 'object' && typeof imports !== 'function')) {
      throw new TypeError(failure + 'Argument 1 must be an object');
    }
    const exports = Object.create(null);
    java.instantiate(module, read(module, imports, failure)).forEach(function (item) {
      Object.defineProperty(exports, item[0], { value: objectOf(item[1], item[2]), enumerable: true });
    });
    handles.set(instance, Object.freeze(exports));
    return instance;
  }

  function Instance(module, imports) {
    made(new.target, 'Instance');
    if (!(module instanceof Module)) {
      throw new TypeError('WebAssembly.Instance(): Argument 0 must be a WebAssembly.Module');
    }
    link(this, handleOf(module, 'Module'), imports, 'WebAssembly.Instance(): ');
  }
  publishClass('Instance', Instance, {
    get exports() {
      return handleOf(this, 'Instance');
    }
  });

  function limit(value, name, failure, least, most) {
    const number = Number(value);
    if (value === undefined || !(number >= least && number <= most)) {
      throw new TypeError(failure + "Property '" + name + "' is required and must be in range");
    }
    return Math.floor(number);
  }

  function limits(descriptor, failure, most) {
    if (descriptor === null || typeof descriptor !== 'object') {
      throw new TypeError(failure + 'Argument 0 must be a descriptor');
    }
    const first = descriptor.initial === undefined ? descriptor.minimum : descriptor.initial;
    const least = limit(first, 'initial', failure, 0, most);
    return [least, descriptor.maximum === undefined ? most : limit(descriptor.maximum, 'maximum', failure, least, most)];
  }

  function Memory(descriptor) {
    made(new.target, 'Memory');
    const failure = 'WebAssembly.Memory(): ';
    const pages = limits(descriptor, failure, 65536);
    if (pages[0] > 4096) {
      throw new RangeError(failure + 'could not allocate memory');
    }
    bind(this, java.memory(pages[0], pages[1], Boolean(descriptor.shared)));
  }
  publishClass('Memory', Memory, {
    get buffer() {
      return java.buffer(handleOf(this, 'Memory'));
    },
    grow: function (delta) {
      const before = java.growMemory(handleOf(this, 'Memory'), limit(delta, 'delta', 'WebAssembly.Memory.grow(): ', 0, 65536));
      if (before < 0) {
        throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
      }
      return before;
    }
  });

  function index(table, value, failure) {
    const number = Number(value);
    if (!(number >= 0 && number < java.tableLength(handleOf(table, 'Table')))) {
      throw new RangeError(failure + 'invalid address ' + value + ' in table');
    }
    return Math.floor(number);
  }

  function Table(descriptor, value) {
    made(new.target, 'Table');
    const failure = 'WebAssembly.Table(): ';
    const entries = limits(descriptor, failure, 4294967295);
    if (entries[0] > 1000000) {
      throw new RangeError(failure + 'could not allocate table');
    }
    bind(this, java.table(String(descriptor.element), entries[0], entries[1]));
    for (let i = 0; value !== undefined && i < entries[0]; i++) {
      this.set(i, value);
    }
  }
  publishClass('Table', Table, {
    get length() {
      return java.tableLength(handleOf(this, 'Table'));
    },
    get: function (at) {
      return java.tableGet(handleOf(this, 'Table'), index(this, at, 'WebAssembly.Table.get(): '));
    },
    set: function (at, value) {
      java.tableSet(handleOf(this, 'Table'), index(this, at, 'WebAssembly.Table.set(): '), value === undefined ? null : value);
    },
    grow: function (delta, value) {
      const before = java.growTable(handleOf(this, 'Table'), limit(delta, 'delta', 'WebAssembly.Table.grow(): ', 0, 4294967295),
        value === undefined ? null : value);
      if (before < 0) {
        throw new RangeError('WebAssembly.Table.grow(): failed to grow table by ' + delta);
      }
      return before;
    }
  });

  function Global(descriptor, value) {
    made(new.target, 'Global');
    const type = String(descriptor.value);
    const first = value !== undefined ? value : type === 'i64' ? BigInt(0) : type === 'externref' ? undefined : type === 'anyfunc' ? null : 0;
    bind(this, java.global(type, Boolean(descriptor.mutable), first));
  }
  publishClass('Global', Global, {
    get value() {
      return java.globalGet(handleOf(this, 'Global'));
    },
    set value(value) {
      if (!java.isMutable(handleOf(this, 'Global'))) {
        throw new TypeError("set WebAssembly.Global.value: Can't set the value of an immutable global.");
      }
      java.globalSet(handleOf(this, 'Global'), value);
    },
    valueOf: function () {
      return this.value;
    }
  });

  function moduleOf(source, failure) {
    return bind(Object.create(Module.prototype), compiled(source, failure));
  }

  function later(action) {
    return new Promise(function (resolve) {
      window.setTimeout(resolve, 0);
    }).then(action);
  }

  function compile(source) {
    return new Promise(function (resolve) {
      resolve(bytesOf(source, 'WebAssembly.compile(): '));
    }).then(function (bytes) {
      return later(function () {
        return moduleOf(bytes, 'WebAssembly.compile(): ');
      });
    });
  }

  function instantiate(source, imports) {
    const failure = 'WebAssembly.instantiate(): ';
    if (source instanceof Module) {
      return later(function () {
        return link(Object.create(Instance.prototype), handleOf(source), imports, failure);
      });
    }
    return compile(source).then(function (module) {
      return { module: module, instance: link(Object.create(Instance.prototype), handleOf(module), imports, failure) };
    });
  }

  /* The bytes of a response, or of a promise of one. */
  function received(source, failure) {
    return Promise.resolve(source).then(function (response) {
      if (!(response instanceof window.Response)) {
        throw new TypeError(failure + 'An argument must be provided, which must be a Response or Promise<Response> object');
      }
      if (!response.ok) {
        throw new TypeError(failure + 'HTTP status code is not ok');
      }
      if (String(response.headers.get('content-type')).trim().toLowerCase() !== 'application/wasm') {
        throw new TypeError(failure + "Incorrect response MIME type. Expected 'application/wasm'.");
      }
      return response.arrayBuffer();
    });
  }

  const functions = {
    validate: function (source) {
      return typeof java.parse(bytesOf(source, 'WebAssembly.validate(): ')) !== 'string';
    },
    compile,
    instantiate,
    compileStreaming: function (source) {
      return received(source, "Failed to execute 'compile' on 'WebAssembly': ").then(compile);
    },
    instantiateStreaming: function (source, imports) {
      return received(source, "Failed to execute 'compile' on 'WebAssembly': ").then(function (bytes) {
        return instantiate(bytes, imports);
      });
    }
  };
  Object.keys(functions).forEach(function (name) {
    publish(name, functions[name]);
  });

  return { WebAssembly };
})
