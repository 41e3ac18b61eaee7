// Rhino reads the elements of a pattern by index, whatever it is given. `[a, b]` becomes `{ [list2]: [a, b] }`: every
// object has a property that gives as many elements as its iterator has for it; see ListPatterns.java.
(function () {
  'use strict';

  var MOST = 16; // elements that a property is there for; for more it is the rest's

  function isPlainList(node) {
    return node && node.type === 'ArrayExpression' && node.elements.every(function (one) { return one && one.type !== 'SpreadElement'; });
  }

  // `[a, b] = [b, a]` needs no iterator.
  function markPlain(pattern, value) {
    if (pattern.type !== 'ArrayPattern' || !isPlainList(value) || pattern.elements.length > value.elements.length) return;
    pattern.isPlain = pattern.elements.every(function (one) { return !one || one.type === 'Identifier' || one.type === 'MemberExpression'; });
  }

  quirk.enter({
    AssignmentExpression: function (node) { markPlain(node.left, node.right); },
    VariableDeclarator: function (node) { markPlain(node.id, node.init); }
  });

  // Among parameters Rhino does not count what is left out, as in `([, b]) => b`: it gets a name.
  function fill(pattern, context) {
    if (!pattern) return;
    if (pattern.type !== 'ArrayPattern') {
      fill(pattern.left || pattern.argument || pattern.type === 'Property' && pattern.value, context);
      (pattern.properties || []).forEach(function (one) { fill(one, context); });
      return;
    }
    var at = pattern.start + 1;
    pattern.elements.forEach(function (one) {
      if (!one) context.edits.insert(at, newName(context, 'e'));
      fill(one, context);
      at = findToken(context.code, one ? one.end : at, ',') + 1;
    });
  }

  quirk({
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression': function (node, context) {
      node.params.forEach(function (one) { fill(one, context); });
    },
    ArrayPattern: function (node, context) {
      if (node.isPlain) return;
      var count = node.elements.length;
      var last = node.elements[count - 1];
      var key = last && last.type === 'RestElement' || count > MOST ? 'rest' : 'list' + count;
      context.edits.wrap(node.start, node.end, '{[__ajaxcrawl__.' + key + ']:', '}');
    },
    AssignmentExpression: function (node, context) { // a statement that begins with a brace is a block
      if (node.left.type === 'ArrayPattern' && !node.left.isPlain && !node.isCall) context.edits.wrap(node.start, node.end, '(', ')');
    }
  });
})();
