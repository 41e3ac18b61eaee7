// Writes the blocks that arrow functions' expressions have become: `a => b` is `a => { …; return (b) }`.
quirk({
  ArrowFunctionExpression: function (node, context) {
    if (!node.beforeExpression) return;
    var last = node.params[node.params.length - 1];
    var start = findToken(context.code, last ? last.end : node.start, '=>') + 2;
    context.edits.wrap(start, node.end, ['{'].concat(node.beforeExpression, 'return('), ')}');
  }
});
