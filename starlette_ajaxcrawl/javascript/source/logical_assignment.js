// `a.b ||= c` assigns where it has to only; Rhino does always. Variables are left to it.
quirk({
  AssignmentExpression: function (node, context) {
    var target = node.left;
    if (!/^(?:\|\||&&|\?\?)=$/.test(node.operator) || target.type !== 'MemberExpression' || isPrivate(target)) return;
    var isSuper = target.object.type === 'Super';
    var text = isSuper ? 'super' : readAgain(target.object, context);
    var key = target.property;
    if (!target.computed) {
      text += '.' + key.name;
    } else if (key.type === 'Literal' || key.type === 'Identifier') {
      text += '[' + context.code.slice(key.start, key.end) + ']';
    } else {
      var name = temporary(context);
      context.edits.wrap(key.start, key.end, name + '=(', ')');
      text += '[' + name + ']';
    }
    var at = findToken(context.code, target.end, node.operator);
    context.edits.replace(at, at + node.operator.length, node.operator.slice(0, 2) + '(' + text + '=');
    context.edits.wrap(node.start, node.end, '(', '))');
  }
});
