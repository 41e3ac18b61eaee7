// What SWC gets wrong is written otherwise before it sees it: for patterns of variables that are there already,
// `for ({ a } of list)`, or a private member, it assigns to a variable that nobody declares; `new (() => {})()` loses its
// parentheses; the class in `{ if: class extends A {} }` becomes a function with the name `if`.
(function (global) {
  'use strict';

  // No function can be called so in strict code.
  var WORDS = ('arguments await break case catch class const continue debugger default delete do else enum eval export '
    + 'extends false finally for function if implements import in instanceof interface let new null package private '
    + 'protected public return static super switch this throw true try typeof var void while with yield').split(' ');

  var NEEDED = [
    /\bfor\s*(?:await\s*)?\(\s*[[{]/,
    /\bfor\s*(?:await\s*)?\([^;)]*\.\s*#/,
    /\bnew\s*\(\s*(?:\(|async\b|[\w$]+\s*=>)/,
    /use\\(?:x20|u0020|u\{20\})strict/,
    RegExp('\\b(?:' + WORDS.join('|') + ')\\b["\'`\\]]*\\s*:\\s*class\\b')
  ];

  var PRIVATE = /#(?:_|[gs]et_)/;

  function writeLoop(node, context) {
    var isPrivate = node.left.type === 'MemberExpression' && node.left.property.type === 'PrivateIdentifier';
    if (node.left.type !== 'ObjectPattern' && node.left.type !== 'ArrayPattern' && !isPrivate) return;
    var name = '$$for' + node.start;
    context.edits.replace(node.left.start, node.left.end, 'let ' + name + ' '); // minified: `for([a]of b)`
    context.edits.wrap(node.body.start, node.body.end,
      '{(' + context.code.slice(node.left.start, node.left.end).replace(/\n/g, ' ') + '=' + name + ');', '}');
  }

  swcQuirk({
    ForOfStatement: writeLoop,
    ForInStatement: writeLoop,
    NewExpression: function (node, context) {
      if (node.callee.type === 'ArrowFunctionExpression') context.edits.insert(node.callee.start, '0,');
    },
    Property: function (node, context) {
      var key = node.key.type === 'Identifier' ? node.key.name : node.key.value;
      if (node.value.type !== 'ClassExpression' || node.value.id || WORDS.indexOf(key) < 0) return;
      context.edits.wrap(node.value.start, node.value.end, '__ajaxcrawl__.named("' + key + '",', ')');
    },
    ExpressionStatement: function (node, context) { // no directive, as it is not written so; for SWC it is one
      if (node.directive && node.expression.value === 'use strict' && /\\/.test(node.directive)) {
        context.edits.insert(node.start, ';');
      }
    }
  });

  // The tree of a source; throws where it is no JavaScript.
  global.parseSource = function (source, kind) {
    return acorn.parse(source, {
      ecmaVersion: 'latest', sourceType: kind === 'module' ? 'module' : 'script', allowReturnOutsideFunction: true
    });
  };

  // SWC names the function of a method `#_a` as the set of the owners of `#a`, that of `#get_a` as the getter of `#a`.
  function renamePrivate(source, kind) {
    if (!PRIVATE.test(source)) return source;
    var prefix = '#$';
    while (source.indexOf(prefix) >= 0) prefix += '$'; // no name of the source begins so
    var edits = new Edits();
    (function visit(node) {
      if (node.type === 'PrivateIdentifier' && PRIVATE.test('#' + node.name)) {
        edits.replace(node.start, node.start + 1, prefix);
      }
      eachChild(node, visit);
    })(parseSource(source, kind));
    return edits.apply(source);
  }

  // wasRefused: SWC has failed on the source as it is (see refused_by_swc.js).
  global.writeForSwc = function (source, kind, wasRefused) {
    source = renamePrivate(source, kind);
    if (!wasRefused && !NEEDED.some(function (one) { return one.test(source); })) return source;
    var context = { code: source, kind: kind, edits: new Edits(), wasRefused: wasRefused };
    swcQuirk.visit(parseSource(source, kind), context);
    return context.edits.apply(source);
  };
})(globalThis);
