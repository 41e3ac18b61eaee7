// SWC calls what it finds by `a?.#b()` without its object, and where there is none: `((_a = a) == null ? void 0 : get(_a, _b))()`.
quirk({
  CallExpression: function (node, context) {
    var callee = node.callee;
    var get = callee.type === 'ConditionalExpression' && callee.alternate;
    if (!get || get.type !== 'CallExpression' || get.callee.type !== 'Identifier' || !/^_class_private_(?:field|method)_get\d*$/.test(get.callee.name)
        || callee.test.type !== 'BinaryExpression' || callee.consequent.operator !== 'void') return;
    var owner = callee.test.left.type === 'AssignmentExpression' ? callee.test.left.left : callee.test.left;
    var open = context.code.indexOf('(', callee.end);
    context.edits.replace(callee.end, open + 1, '.call(' + owner.name + (node.arguments.length ? ',' : ''));
    context.edits.insert(node.end, ')');
  }
});
