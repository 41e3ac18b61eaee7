// Rhino takes a declaration inside a function for a part of the statement without braces around it:
// `if (a) f(() => { let x; })` fails with "let declaration not directly within block". Braces help.
(function () {
  'use strict';

  function holdsFunction(node) {
    if (node.holdsFunction === undefined) {
      node.holdsFunction = isFunction(node);
      eachChild(node, function (child) { node.holdsFunction = holdsFunction(child) || node.holdsFunction; });
    }
    return node.holdsFunction;
  }

  function brace(body, context) {
    var fine = ['BlockStatement', 'EmptyStatement', 'FunctionDeclaration'];
    if (body && fine.indexOf(body.type) < 0 && holdsFunction(body)) context.edits.wrap(body.start, body.end, '{', '}');
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
