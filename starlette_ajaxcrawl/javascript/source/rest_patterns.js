// Rhino refuses a pattern as rest parameter, `function f(...[a, b])`: it becomes a variable of the body.
(function () {
  'use strict';

  function takePattern(node, context) {
    var rest = node.params[node.params.length - 1];
    if (!rest || rest.type !== 'RestElement' || rest.argument.type === 'Identifier') return;
    var pattern = rest.argument;
    var name = newName(context, 'rest');
    var declaration = ['var ', [pattern.start, pattern.end], '=' + name + ';'];
    context.edits.move(pattern.start, pattern.end, name);
    if (node.body.type === 'BlockStatement') context.edits.insert(bodyStart(node.body), declaration);
    else wrapExpressionBody(node, context, declaration);
  }

  quirk({
    FunctionDeclaration: takePattern,
    FunctionExpression: takePattern,
    ArrowFunctionExpression: takePattern
  });
})();
