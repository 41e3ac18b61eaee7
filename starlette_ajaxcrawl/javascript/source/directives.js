// With an escape, `'use\x20strict'` is no directive; for Rhino it is one.
quirk({
  ExpressionStatement: function (node, context) {
    if (node.directive && node.expression.value === 'use strict' && /\\/.test(node.directive)) context.edits.insert(node.start, ';');
  }
});
