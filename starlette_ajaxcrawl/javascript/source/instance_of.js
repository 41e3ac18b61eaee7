// Rhino asks `Symbol.hasInstance` about objects only; a source that names it is asked about primitives too.
quirk({
  BinaryExpression: function (node, context) {
    if (node.operator !== 'instanceof') return;
    if (context.namesHasInstance === undefined) context.namesHasInstance = /\bhasInstance\b/.test(context.code);
    if (!context.namesHasInstance) return;
    var at = context.code.indexOf('instanceof', node.left.end);
    context.edits.wrap(node.start, node.end, '__ajaxcrawl__.instanceOf(', ')');
    context.edits.replace(at, at + 'instanceof'.length, ',');
  }
});
