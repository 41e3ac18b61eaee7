// `let { f = () => {} } = {}` names the function after its variable; what SWC makes of it, in Rhino, does not.
(function () {
  'use strict';

  function isDefault(node) { // value === void 0 ? function () {} : value
    return node && node.type === 'ConditionalExpression' && node.test.type === 'BinaryExpression' && node.test.operator === '==='
        && node.test.right.type === 'UnaryExpression' && node.test.right.operator === 'void'
        && isFunction(node.consequent) && !node.consequent.id;
  }

  function name(target, value, context) {
    if (!target || target.type !== 'Identifier' || !isDefault(value)) return;
    context.edits.wrap(value.consequent.start, value.consequent.end, '__ajaxcrawl__.named("' + target.name + '",', ')');
  }

  quirk({
    VariableDeclarator: function (node, context) { name(node.id, node.init, context); },
    AssignmentExpression: function (node, context) { name(node.left, node.right, context); }
  });
})();
