// Lowers one source: SWC writes modern syntax in terms of older syntax, then the quirks of Rhino are stepped around.
(function (global) {
  'use strict';

  // SWC may put it into a function whose parameters are not simple, where no parser reads it: a class's constructor, mostly
  var IN_CONSTRUCTOR = /"use strict";(?=\s*_class_call_check\w*\()/g;
  var DIRECTIVE = /"use strict"/g;

  // Modules of this length are bundles: what made them has looked for early errors.
  var MAX_WRITTEN = 20000;

  function parse(code) {
    return acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true });
  }

  // Throws where a source is no JavaScript. SWC lets many early errors pass.
  function check(source, kind) {
    if (kind !== 'module') {
      new Function(source); // runs nothing
    } else if (source.length < MAX_WRITTEN) {
      parseSource(source, kind);
    }
  }

  // What read makes of code that SWC has written.
  function readWritten(code, read) {
    try {
      return read(code);
    } catch (refusal) {
      if (!/use strict/.test(refusal.message)) throw refusal;
    }
    try {
      return read(code.replace(IN_CONSTRUCTOR, '"no strict.";'));
    } catch (refusal) {
      if (!/use strict/.test(refusal.message)) throw refusal;
    }
    return read(code.replace(DIRECTIVE, '"no strict."'));
  }

  // What SWC makes of a source: its code, tree, and original lines.
  function compile(source, kind, wasRefused) {
    var result = transform(writeForSwc(source, kind, wasRefused), kind, { wasRefused: wasRefused });
    var code = result.code;
    var lines = originalLines(JSON.parse(result.map).mappings);
    if (kind === 'module' && /\bexecute: async function/.test(code)) {
      result = readWritten(code, function (written) { return transform(written, kind, { isSecondPass: true }); });
      code = result.code;
      lines = composeLines(originalLines(JSON.parse(result.map).mappings), lines);
    }
    return readWritten(code, function (written) { return { code: written, tree: parse(written), lines: lines }; });
  }

  function compileAnyhow(source, kind) {
    try {
      return compile(source, kind, false);
    } catch (refusal) {
      try {
        return compile(source, kind, true);
      } catch (error) {
        throw refusal;
      }
    }
  }

  // kind: "script", "function" (one function and nothing else), "module", or "pattern" (see lowerPattern). Gives a line of JSON and, below it, the code:
  // {"lines": …} (see line_map.js), for modules also "requests": [{"specifier", "attributes"}]; or, where the source
  // is no JavaScript, {"error": {"message", "line", "column"}}, both from 1.
  global.lower = function (kind, source) {
    if (kind === 'pattern') return lowerPattern(source);
    if (source.startsWith('#!')) source = '//' + source.slice(2);
    var compiled;
    try {
      check(source, kind);
      compiled = compileAnyhow(source, kind);
    } catch (error) {
      return JSON.stringify({ error: fault(source, kind, error.message) }) + '\n';
    }
    var code = compiled.code;
    var tree = compiled.tree;
    var edits = new Edits();
    quirk.visit(tree, { code: code, edits: edits, kind: kind, source: source });
    if (kind === 'script') renameAdded(tree, source, edits);
    var head = { lines: packLines(compiled.lines) };
    if (kind === 'module') head.requests = requests(source, tree);
    return JSON.stringify(head) + '\n' + (kind === 'function' ? inOneFunction(source, tree, code, edits) : edits.apply(code));
  };

  // What SWC puts beside the one function goes into it.
  function inOneFunction(source, tree, code, edits) {
    var name = /function\s*\*?\s*([^\s(]+)/.exec(source)[1];
    var wanted = tree.body.find(function (node) { return node.type === 'FunctionDeclaration' && node.id.name === name; });
    var inside = wanted.body.start + 1;
    wanted.body.body.forEach(function (node) { if (node.directive) inside = node.end; });
    var others = tree.body.filter(function (node) { return node !== wanted; }).map(function (node) {
      return edits.apply(code, node.start, node.end);
    });
    // on the line where the body begins: the lines below it stay what they are
    return edits.apply(code, wanted.start, inside) + others.join(';').replace(/\n/g, ' ') + edits.apply(code, inside, wanted.end);
  }

  // What a module imports, in the order in which it is to be evaluated.
  function requests(source, tree) {
    var call = tree.body.filter(function (node) {
      return node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression';
    }).pop().expression; // the last one: a second pass may have put functions before it
    var list = call.arguments.find(function (node) { return node.type === 'ArrayExpression'; });
    var attributes = {};
    if (/\bwith\s*\{/.test(source)) {
      parseSource(source, 'module').body.forEach(function (node) {
        if (!node.source || !node.attributes || !node.attributes.length) return;
        var given = attributes[node.source.value] = {};
        node.attributes.forEach(function (one) { given[one.key.name || one.key.value] = one.value.value; });
      });
    }
    return list.elements.map(function (node) {
      return { specifier: node.value, attributes: attributes[node.value] || {} };
    });
  }

  // What is wrong with a source, in V8's words where V8 says so too.
  function fault(source, kind, compilersWords) {
    var first = compilersWords.replace(/\u001b\[[0-9;]*m/g, '').split('\n').find(function (line) { return /\w/.test(line); }) || '';
    var found = { message: first.replace(/^\W+/, ''), line: 1, column: 1 };
    try {
      acorn.parse(source, {
        ecmaVersion: 'latest',
        sourceType: kind === 'module' ? 'module' : 'script',
        allowHashBang: true
      });
    } catch (error) {
      if (error.loc) found = { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line: error.loc.line, column: error.loc.column + 1 };
    }
    if (kind !== 'module') {
      try {
        new Function(source); // compiles, and runs nothing
      } catch (error) {
        found.message = error.message;
      }
    }
    return found;
  }
})(globalThis);
