// Rhino's for-of does not close the iterator of a loop that is left early.
(function () {
  'use strict';

  // Whether something in the body leaves the loop. Calls that may throw are not counted: a loop over three items takes a
  // quarter longer where its iterator may have to be closed, and few have anything to close.
  function isLeft(node, labels, isInLoop, isInSwitch) {
    switch (node.type) {
      case 'ReturnStatement':
      case 'ThrowStatement':
        return true;
      case 'BreakStatement':
        return node.label ? labels.indexOf(node.label.name) < 0 : !isInLoop && !isInSwitch;
      case 'ContinueStatement':
        return node.label ? labels.indexOf(node.label.name) < 0 : false;
      case 'LabeledStatement':
        labels = labels.concat(node.label.name);
        break;
      case 'SwitchStatement':
        isInSwitch = true;
        break;
      case 'ForStatement': case 'ForInStatement': case 'ForOfStatement': case 'WhileStatement': case 'DoWhileStatement':
        isInLoop = true;
        break;
    }
    if (isFunction(node)) return false;
    var found = false;
    eachChild(node, function (child) { found = found || isLeft(child, labels, isInLoop, isInSwitch); });
    return found;
  }

  // Whether a node is a loop whose iterator has to be closed.
  globalThis.isLeftEarly = function (node) {
    if (node.isLeftEarly === undefined) {
      node.isLeftEarly = node.type === 'ForOfStatement' && isLeft(node.body, [], false, false);
    }
    return node.isLeftEarly;
  };

  quirk({
    ForOfStatement: function (node, context) {
      if (node.await || !isLeftEarly(node)) return;
      var parent = context.ancestors[context.ancestors.length - 1];
      while (parent.type === 'LabeledStatement') { // its label has to stay with the loop
        node = { start: parent.start, end: parent.end, right: node.right, body: node.body };
        parent = context.ancestors[context.ancestors.indexOf(parent) - 1];
      }
      var name = '$$of' + node.start;
      context.edits.wrap(node.start, node.end, '{var ' + name + ';try{', '}finally{__ajaxcrawl__.close(' + name + ')}}');
      leaveByBreak(node, context, [node.body]);
      context.edits.wrap(node.right.start, node.right.end, name + '=__ajaxcrawl__.iterate((', '))');
    }
  });
})();
