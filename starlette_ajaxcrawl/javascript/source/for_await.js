// `for await (const a of b) …` becomes a loop over steps that are awaited; see asyncSteps of the runtime.
(function () {
  'use strict';

  function leavesEarly(node) {
    var found = node.type === 'ReturnStatement' || node.type === 'BreakStatement' || node.type === 'ContinueStatement' && node.label
        || node.type === 'ThrowStatement' || node.type === 'CallExpression' || node.type === 'YieldExpression' || node.type === 'NewExpression';
    if (!found && !isFunction(node)) eachChild(node, function (child) { found = found || leavesEarly(child); });
    return found;
  }

  quirk({
    ForOfStatement: function (node, context) {
      if (!node.await) return;
      var name = newName(context, 'steps');
      var before = 'for(;!' + name + '.done((' + awaitText(context) + name + '.next())));){';
      var lines = lineEnds(context.code.slice(node.start, node.body.start)).length
          - lineEnds(context.code.slice(node.left.start, node.left.end) + context.code.slice(node.right.start, node.right.end)).length;
      var isPattern = /Pattern$/.test(node.left.type);
      var outer = node;
      for (var i = context.ancestors.length - 1; context.ancestors[i].type === 'LabeledStatement'; i--) outer = context.ancestors[i];
      context.edits.wrap(outer.start, outer.end, '{var ' + name + '=__ajaxcrawl__.asyncSteps();try{',
        '}catch($$e){' + name + '.fail($$e)}finally{if(' + name + '.isOpen)(' + awaitText(context) + name + '.close()));' + name + '.end()}}');
      if (leavesEarly(node.body)) leaveByBreak({ start: outer.start, end: outer.end }, context, [node.body]);
      context.edits.replace(node.start, node.body.start, ['for(' + name + '.of(', [node.right.start, node.right.end], ');!' + before.slice('for(;!'.length),
        isPattern ? '(' : '', [node.left.start, node.left.end], '=' + name + '.value' + (isPattern ? ');' : ';'), '\n'.repeat(Math.max(0, lines))]);
      context.edits.end(node.body.start, node.body.end, '}');
      for (i = context.ancestors.length - 1; i >= 0; i--) {
        if (isFunction(context.ancestors[i])) { context.ancestors[i].mustAsk = true; break; }
      }
      if (i < 0) context.ancestors[0].isAsync = true;
    }
  });
})();
