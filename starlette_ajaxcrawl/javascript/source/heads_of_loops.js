// Rhino takes the `in` of `for (a[b in c] in d)` for the loop's.
(function () {
  'use strict';

  function enclose(node, context) {
    if (isFunction(node)) return;
    if (node.type === 'BinaryExpression' && node.operator === 'in') context.edits.wrap(node.start, node.end, '(', ')');
    eachChild(node, function (child) { enclose(child, context); });
  }

  function head(node, context) {
    var first = node.init || node.left;
    if (first) enclose(first, context);
  }

  quirk({ ForStatement: head, ForInStatement: head, ForOfStatement: head });
})();
