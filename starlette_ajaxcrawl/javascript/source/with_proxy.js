// Rhino's `with` asks a proxy for its properties without asking whether it has them.
quirk({
  WithStatement: function (node, context) {
    context.edits.wrap(node.object.start, node.object.end, '__ajaxcrawl__.scope((', '))');
  }
});
