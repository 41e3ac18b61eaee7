// What ends with its line ends with a semicolon: what follows may begin with a parenthesis once it is lowered.
quirk({
  'ExpressionStatement VariableDeclaration ReturnStatement ThrowStatement BreakStatement ContinueStatement': function (node, context) {
    if (context.code[node.end - 1] === ';') return;
    var parent = context.ancestors[context.ancestors.length - 1];
    if (/^For/.test(parent.type) && parent.body !== node) return;
    context.edits.end(node.start, node.end, ';');
  }
});
