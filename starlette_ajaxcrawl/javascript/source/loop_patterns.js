// SWC assigns to a variable that nobody declares where a loop fills a pattern of variables that are there already:
// `for ({ a } of list)`. Before it sees them, such patterns are written as assignments.
(function (global) {
  'use strict';

  var LOOP = /\bfor\s*(?:await\s*)?\(\s*[[{]/;

  global.writeLoopPatterns = function (source, kind) {
    if (!LOOP.test(source)) return source;
    var edits = new Edits();
    var tree;
    try {
      tree = acorn.parse(source, {
        ecmaVersion: 'latest', sourceType: kind === 'module' ? 'module' : 'script', allowReturnOutsideFunction: true
      });
    } catch (error) {
      return source; // SWC says what is wrong
    }
    (function visit(node) {
      var isLoop = node.type === 'ForOfStatement' || node.type === 'ForInStatement';
      if (isLoop && (node.left.type === 'ObjectPattern' || node.left.type === 'ArrayPattern')) {
        var name = '$$for' + node.start;
        edits.replace(node.left.start, node.left.end, 'let ' + name + ' '); // minified: `for([a]of b)`
        edits.wrap(node.body.start, node.body.end,
          '{(' + source.slice(node.left.start, node.left.end).replace(/\n/g, ' ') + '=' + name + ');', '}');
      }
      eachChild(node, visit);
    })(tree);
    return edits.apply(source);
  };
})(globalThis);
