// In Rhino a generator that is told to return must not yield in `finally`, nor leave it otherwise: such generators ask
// after each yield whether they are to return. See GeneratorReturns.java.
(function () {
  'use strict';

  // Calls found(node) for nodes of the types below node, but not in functions.
  function within(node, types, found) {
    if (types.indexOf(node.type) >= 0) found(node);
    eachChild(node, function (child) { if (!isFunction(child)) within(child, types, found); });
  }

  function isUnusual(block) {
    var unusual = false;
    within(block, ['YieldExpression', 'ReturnStatement', 'BreakStatement', 'ContinueStatement'], function () { unusual = true; });
    return unusual;
  }

  function ask(node, context) {
    if (!node.generator) return;
    var isAsked = node.mustAsk;
    within(node.body, ['TryStatement'], function (statement) {
      isAsked = isAsked || statement.finalizer && isUnusual(statement.finalizer);
    });
    if (!isAsked) return;
    within(node.body, ['YieldExpression'], function (one) {
      if (!one.delegate) context.edits.wrap(one.start, one.end, '__ajaxcrawl__.resumed((', '))');
    });
  }

  quirk({ 'FunctionDeclaration FunctionExpression ArrowFunctionExpression': ask });
})();
