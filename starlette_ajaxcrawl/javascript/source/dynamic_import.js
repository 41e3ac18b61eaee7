// Rhino does not know `import(…)`; in modules SWC has made calls of its own of it.
quirk({
  ImportExpression: function (node, context) {
    context.edits.replace(node.start, node.start + 'import'.length, '__ajaxcrawl__.import');
  }
});
