// Rhino reads the elements of a pattern by index, whatever it is given. `[a, b]` becomes `{ [list2]: [a, b] }`: every
// object has a property that gives as many elements as its iterator has for it; see lists.js of the runtime.
(function () {
  'use strict';

  var MOST = 9; // elements that a property is there for, unless there is a rest

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

  quirk({
    ArrayPattern: function (node, context) {
      if (node.isPlain) return;
      var count = node.elements.length;
      var last = node.elements[count - 1];
      var key = last && last.type === 'RestElement' ? 'rest' : count > MOST ? 'listOf(' + count + ')' : 'list' + count;
      context.edits.wrap(node.start, node.end, '{[__ajaxcrawl__.' + key + ']:', '}');
    },
    AssignmentExpression: function (node, context) { // a statement that begins with a brace is a block
      if (node.left.type === 'ArrayPattern' && !node.left.isPlain && !node.isCall) context.edits.wrap(node.start, node.end, '(', ')');
    }
  });
})();
