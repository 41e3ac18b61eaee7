// Runs SWC, which npm's @swc/wasm carries as a CommonJS file beside its WebAssembly, and says which of its transforms Rhino needs.
(function (global) {
  'use strict';

  // What HtmlUnit's Rhino lacks, or has in a form that differs from the standard.
  var TRANSFORMS = [
    'transform-classes',
    'proposal-class-properties',
    'proposal-private-methods',
    'proposal-private-property-in-object',
    'proposal-class-static-block',
    'transform-async-to-generator',
    'proposal-async-generator-functions',
    'transform-spread', // calls with spread do not compile
    'transform-destructuring', // arrays are read by index, not by their iterators
    'proposal-object-rest-spread', // goes with the former
    'proposal-optional-chaining', // a?.[0]?.() reads on past undefined
    'transform-logical-assignment-operators', // members are assigned to even where nothing changes
    'proposal-explicit-resource-management' // using
  ];

  // Without `let`, what patterns of parameters declare does not conflict with `var` of the same name.
  var FOR_REFUSED = TRANSFORMS.concat('transform-block-scoping');

  function options(kind, pass) {
    var isModule = kind === 'module' && !pass.isSecondPass;
    return {
      isModule: isModule,
      swcrc: false,
      configFile: false,
      sourceMaps: true,
      emitSourceMapColumns: false,
      inlineSourcesContent: false,
      env: { targets: { chrome: '200' }, include: pass.wasRefused ? FOR_REFUSED : TRANSFORMS },
      jsc: {
        parser: { syntax: 'ecmascript', importAttributes: true, explicitResourceManagement: true },
        assumptions: { noDocumentAll: true },
        preserveAllComments: false
      },
      module: isModule ? { type: 'systemjs' } : undefined
    };
  }

  var LARGE = 48 << 20; // bytes of SWC's memory, which only grows: beyond these it begins anew, with a new one

  var source = ''; // of SWC's JavaScript
  var compiled = null;
  var memory = null;
  var swc = null;

  function start() {
    var module = { exports: {} };
    var wasm = {
      Module: function () { return compiled; },
      Instance: function (_, imports) {
        var instance = new WebAssembly.Instance(compiled, imports);
        memory = instance.exports.memory;
        return instance;
      },
      RuntimeError: WebAssembly.RuntimeError
    };
    var libraries = {
      util: { TextEncoder: TextEncoder, TextDecoder: TextDecoder },
      path: { join: function () { return ''; } },
      fs: { readFileSync: function () { return null; } }
    };
    new Function('module', 'exports', 'require', '__dirname', 'WebAssembly', source)(
      module, module.exports, function (name) { return libraries[name]; }, '', wasm);
    return module.exports;
  }

  function stop() {
    memory = null;
    swc = null;
  }

  // Makes SWC ready; javascript is its own, bytes its WebAssembly.
  global.startSwc = function (javascript, bytes) {
    source = javascript;
    compiled = new WebAssembly.Module(bytes);
    swc = start();
  };

  global.transform = function (code, kind, pass) {
    swc = swc || start();
    try {
      return swc.transformSync(code, options(kind, pass));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) { // it has panicked: its memory is not to be used again
        stop();
        throw new Error('the compiler gave up');
      }
      throw new Error(String(error && error.message || error));
    } finally {
      if (memory && memory.buffer.byteLength > LARGE) stop();
    }
  };
})(globalThis);
