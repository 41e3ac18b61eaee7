// Rhino takes a declaration further down for a part of the statement without braces around it: `if (a) f(() => { let x; })`
// and `if (a) try { let x; } finally {}` fail with "let declaration not directly within block". Braces help.
(function () {
  'use strict';

  function holdsDeclaration(node) {
    if (node.holdsDeclaration === undefined) {
      node.holdsDeclaration = isFunction(node) || node.type === 'VariableDeclaration' && node.kind !== 'var';
      eachChild(node, function (child) { node.holdsDeclaration = holdsDeclaration(child) || node.holdsDeclaration; });
    }
    return node.holdsDeclaration;
  }

  function brace(body, context) {
    var fine = ['BlockStatement', 'EmptyStatement', 'FunctionDeclaration'];
    if (body && fine.indexOf(body.type) < 0 && holdsDeclaration(body)) context.edits.enclose(body.start, body.end, '{', '}');
  }

  function loop(node, context) {
    brace(node.body, context);
  }

  quirk({
    IfStatement: function (node, context) {
      brace(node.consequent, context);
      brace(node.alternate, context);
    },
    ForStatement: loop,
    ForInStatement: loop,
    ForOfStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    WithStatement: loop
  });
})();
