// Calls with spread arguments do not compile in Rhino: their arguments become a list.
(function (global) {
  'use strict';

  global.hasSpread = function (node) {
    return node.arguments.some(function (one) { return one.type === 'SpreadElement'; });
  };

  // Whether lowering may make a call of what `new` makes objects of, as of `new class {}` and `new this.#type`.
  function mayBecomeCall(node) {
    while (node.type === 'MemberExpression' && !isPrivate(node)) node = node.object;
    return node.type !== 'Identifier' && node.type !== 'ThisExpression';
  }

  quirk({
    CallExpression: function (node, context) {
      var callee = node.callee;
      if (!hasSpread(node) || node.isLowered || callee.type === 'Super' || isPrivate(callee)) return;
      var open = findToken(context.code, callee.end, '(');
      var on = receiver(callee, context) || 'void 0';
      context.edits.before(linkStart(node), node.end, '__ajaxcrawl__.call(');
      context.edits.replace(open, open + 1, ',' + on + ',[');
      context.edits.insert(node.end - 1, ']');
    },
    NewExpression: function (node, context) {
      if (mayBecomeCall(node.callee)) context.edits.wrap(node.callee.start, node.callee.end, '(', ')');
      if (!hasSpread(node)) return;
      var open = findToken(context.code, node.callee.end, '(');
      context.edits.replace(node.start, node.start + 'new'.length, '__ajaxcrawl__.new(');
      context.edits.replace(open, open + 1, ',[');
      context.edits.insert(node.end - 1, ']');
    }
  });
})(globalThis);
