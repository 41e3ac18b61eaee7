// Rhino refuses a pattern as rest parameter, `function f(...[a, b])`: it becomes a variable of the body.
(function () {
  'use strict';

  function bodyStart(body) {
    var start = body.start + 1;
    body.body.forEach(function (statement) { if (statement.directive) start = statement.end; });
    return start;
  }

  function takePattern(node, context) {
    var rest = node.params[node.params.length - 1];
    if (!rest || rest.type !== 'RestElement' || rest.argument.type === 'Identifier') return;
    var pattern = rest.argument;
    var declaration = 'var ' + context.code.slice(pattern.start, pattern.end) + '=$$rest;';
    context.edits.replace(pattern.start, pattern.end, '$$rest');
    if (node.body.type === 'BlockStatement') {
      context.edits.insert(bodyStart(node.body), declaration);
    } else {
      var end = node.body.end;
      var start = context.code.indexOf('=>', pattern.end) + 2; // an object literal has parentheses around it
      context.edits.wrap(start, Math.max(end, node.end), '{' + declaration + 'return ', '}');
    }
  }

  quirk({
    FunctionDeclaration: takePattern,
    FunctionExpression: takePattern,
    ArrowFunctionExpression: takePattern
  });
})();
