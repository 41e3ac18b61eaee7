// Rhino refuses `[(a)] = b` and `({ a: (b.c) } = d)`: the parentheses go.
(function () {
  'use strict';

  function open(element, context) {
    var target = element && element.type === 'AssignmentPattern' ? element.left : element;
    if (!target || target.type !== 'Identifier' && target.type !== 'MemberExpression') return;
    var start = target.start;
    var end = target.end;
    while (/\(\s*$/.test(context.code.slice(Math.max(0, start - 9), start))) { // they hold nothing but white space, mostly
      start = context.code.lastIndexOf('(', start - 1);
      end = findToken(context.code, end, ')');
      context.edits.replace(start, start + 1, '');
      context.edits.replace(end, end + 1, '');
      end++;
    }
  }

  quirk({
    ArrayPattern: function (node, context) { node.elements.forEach(function (one) { open(one, context); }); },
    ObjectPattern: function (node, context) {
      node.properties.forEach(function (one) { open(one.type === 'Property' ? one.value : one.argument, context); });
    },
    RestElement: function (node, context) { if (!/Pattern$/.test(node.argument.type)) open(node.argument, context); }
  });
})();
