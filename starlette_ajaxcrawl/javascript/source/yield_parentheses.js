// Rhino refuses `f(yield a)` and `[yield a, yield b]`: "yield expression must be parenthesized".
quirk({
  YieldExpression: function (node, context) {
    context.edits.wrap(node.start, node.end, '(', ')');
  }
});
