// `a?.b.c` becomes `(($t = a) == null ? void 0 : $t.b.c)`: Rhino reads on where there is nothing.
(function (global) {
  'use strict';

  // Where the text begins that what is made of a node may go around: behind the last `?.` of its chain.
  global.linkStart = function (node) {
    for (var link = node; link; link = link.object || link.callee) {
      if (link.linkStart !== undefined) return link.linkStart;
      if (link.type !== 'MemberExpression' && link.type !== 'CallExpression') break;
    }
    return node.start;
  };

  // The text that gives an object again, once it was read; it is kept where reading it twice may not give the same.
  global.readAgain = function (node, context) {
    if (node.type === 'ThisExpression' || node.type === 'Super') return thisText(context);
    if (node.type === 'Identifier') return node.name;
    var name = temporary(context);
    context.edits.wrap(linkStart(node), node.end, '(' + name + '=', ')');
    return name;
  };

  // What a function is called on; null: nothing.
  global.receiver = function (callee, context) {
    var member = callee.type === 'ChainExpression' ? callee.expression : callee;
    return member.type === 'MemberExpression' ? member.kept || readAgain(member.object, context) : null;
  };

  function link(node, context, from, to, name, text) {
    context.edits.before(linkStart(node), node.end, '(' + name + '=');
    context.edits.replace(from, to, ')==null?' + (node.isDeleted ? 'true:delete ' : 'void 0:'));
    context.edits.before(to, node.end, text);
    node.linkStart = to;
  }

  function member(node, context) {
    if (!node.optional) return;
    var name = node.kept = temporary(context);
    var at = findToken(context.code, node.object.end, '?.');
    var isPrivate = node.property.type === 'PrivateIdentifier';
    link(node, context, at, at + 2, name, isPrivate ? '__ajaxcrawl__.get(' + name + ',' : name + (node.computed ? '' : '.'));
    if (isPrivate) context.edits.replace(node.property.start, node.property.end, privateName(node.property, context) + ')');
  }

  function call(node, context) {
    var callee = node.callee;
    if (!node.optional && !(callee.type === 'ChainExpression' && callee.expression.type === 'MemberExpression')) return;
    var on = receiver(callee, context);
    var at = findToken(context.code, callee.end, node.optional ? '?.' : '(');
    var open = node.optional ? findToken(context.code, at + 2, '(') : at;
    var isSpread = hasSpread(node);
    node.isLowered = true;
    if (node.optional) {
      var name = temporary(context);
      link(node, context, at, open + 1, name, isSpread ? '__ajaxcrawl__.call(' + name + ',' + (on || 'void 0') + ',['
        : on ? name + '.call(' + on + (node.arguments.length ? ',' : '') : name + '(');
    } else { // (a?.b)(): it is called on a
      context.edits.replace(open, open + 1, isSpread ? '.apply(' + on + ',[' : '.call(' + on + (node.arguments.length ? ',' : ''));
    }
    if (isSpread) context.edits.insert(node.end - 1, ']');
  }

  quirk.enter({
    UnaryExpression: function (node) { // delete a?.b: what is deleted is the end of the chain
      if (node.operator !== 'delete' || node.argument.type !== 'ChainExpression') return;
      var link = node.argument.expression;
      while (link && !link.optional) link = link.object || link.callee;
      if (link) link.isDeleted = node.argument.isDeleted = true;
    }
  });

  quirk({
    MemberExpression: member,
    CallExpression: call,
    ChainExpression: function (node, context) {
      if (node.isDeleted) {
        var parent = context.ancestors[context.ancestors.length - 1];
        context.edits.replace(parent.start, parent.start + 'delete'.length, '');
      }
      context.edits.wrap(node.start, node.end, '(', ')');
    }
  });
})(globalThis);
