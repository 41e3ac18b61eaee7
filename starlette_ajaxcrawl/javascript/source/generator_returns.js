// A generator of Rhino's that returns out of a block scope runs `finally` twice, the second time without its scopes.
// Leaving by `break` works: `return x` becomes `{ $$return = [x]; break $$try; }` and the return follows the statement.
// Elsewhere in such a generator, be it in the catch clause around that `finally`, it leaves all scopes before it looks at
// `x`: `return x` becomes `{ var $$value = x; return $$value; }`.
(function () {
  'use strict';

  quirk({
    TryStatement: function (node, context) {
      if (node.finalizer) leaveByBreak(node, context);
    },
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression': keepValues
  });

  function isLeftByBreak(node) {
    return node.type === 'TryStatement' && node.finalizer || isLeftEarly(node);
  }

  function keepValues(node, context) {
    if (!node.generator) return;
    var returns = [];
    var hasFinally = false;
    (function visit(inner) {
      if (isLeftByBreak(inner)) {
        hasFinally = true;
      } else if (!isFunction(inner)) {
        if (inner.type === 'ReturnStatement' && inner.argument) returns.push(inner);
        eachChild(inner, visit);
      }
    })(node.body);
    if (!hasFinally) return;
    returns.forEach(function (statement) {
      var name = '$$value' + statement.start;
      context.edits.replace(statement.start, statement.argument.start, '{var ' + name + '=(');
      end(statement, ');return ' + name + '}', context);
    });
  }

  // Also for what another quirk makes a try statement with `finally` of; parts: where its returns are.
  globalThis.leaveByBreak = function (node, context, parts) {
    if (!isInGenerator(context.ancestors) || isInsideAnother(node, context.ancestors)) return;
    var returns = [];
    (parts || [node.block, node.handler, node.finalizer]).forEach(function (part) {
      if (part) collectReturns(part, returns);
    });
    if (!returns.length) return;
    var label = '$$try' + node.start;
    context.edits.wrap(node.start, node.end, '{var $$return;' + label + ':', 'if($$return)return $$return[0]}');
    returns.forEach(function (statement) {
      var value = statement.argument;
      if (value) {
        context.edits.replace(statement.start, value.start, '{$$return=[(');
        end(statement, ')];break ' + label + '}', context);
      } else {
        context.edits.replace(statement.start, statement.end, '{$$return=[];break ' + label + '}');
      }
    });
  };

  // Puts text in place of what follows a statement's value.
  function end(statement, text, context) {
    var value = statement.argument;
    if (value.end < statement.end) context.edits.replace(value.end, statement.end, text);
    else context.edits.end(value.start, value.end, text);
  }

  function isInGenerator(ancestors) {
    for (var i = ancestors.length - 1; i >= 0; i--) {
      if (isFunction(ancestors[i])) return ancestors[i].generator;
    }
    return false;
  }

  // The outermost such statement of its function is the one to leave.
  function isInsideAnother(node, ancestors) {
    for (var i = ancestors.length - 1; i >= 0 && !isFunction(ancestors[i]); i--) {
      if (isLeftByBreak(ancestors[i])) return true;
    }
    return false;
  }

  function collectReturns(node, returns) {
    if (isFunction(node)) return;
    if (node.type === 'ReturnStatement') returns.push(node);
    eachChild(node, function (child) { collectReturns(child, returns); });
  }
})();
