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
    'transform-logical-assignment-operators' // members are assigned to even where nothing changes
  ];

  function options(kind, isSecondPass) {
    return {
      isModule: kind === 'module' && !isSecondPass,
      swcrc: false,
      configFile: false,
      sourceMaps: true,
      emitSourceMapColumns: false,
      inlineSourcesContent: false,
      env: { targets: { chrome: '200' }, include: TRANSFORMS },
      jsc: {
        parser: { syntax: 'ecmascript', importAttributes: true },
        assumptions: { noDocumentAll: true },
        preserveAllComments: false
      },
      module: kind === 'module' && !isSecondPass ? { type: 'systemjs' } : undefined
    };
  }

  var compiled = null; // compiling the WebAssembly takes most of the start: it is kept
  var swc = null;

  function start(source, bytes) {
    var module = { exports: {} };
    var wasm = {
      Module: function () {
        compiled = compiled || new WebAssembly.Module(bytes);
        return compiled;
      },
      Instance: WebAssembly.Instance,
      RuntimeError: WebAssembly.RuntimeError
    };
    var libraries = {
      util: { TextEncoder: TextEncoder, TextDecoder: TextDecoder },
      path: { join: function () { return ''; } },
      fs: { readFileSync: function () { return bytes; } }
    };
    new Function('module', 'exports', 'require', '__dirname', 'WebAssembly', source)(
      module, module.exports, function (name) { return libraries[name]; }, '', wasm);
    return module.exports;
  }

  // Makes SWC ready; source is its JavaScript, bytes its WebAssembly.
  global.startSwc = function (source, bytes) {
    swc = start(source, bytes);
    var restart = function () { swc = start(source, bytes); };
    global.transform = function (code, kind, isSecondPass) {
      try {
        return swc.transformSync(code, options(kind, isSecondPass));
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) { // it has panicked: its memory is not to be used again
          restart();
          throw new Error('the compiler gave up');
        }
        throw new Error(String(error && error.message || error));
      }
    };
  };
})(globalThis);
