// A function's length counts the parameters before the first that has a default. SWC moves defaults into the body: here
// the parameter gets a name by which the engine (JSDescriptor) knows it.
(function () {
  'use strict';

  var MARK = '$$default_';

  // ref === void 0 ? default : ref
  function isDefault(node, name) {
    var test = node.type === 'ConditionalExpression' && node.test;
    return test && test.operator === '===' && test.left.name === name && test.right.operator === 'void';
  }

  function some(node, test) {
    var found = test(node);
    if (!found && !isFunction(node)) eachChild(node, function (child) { found = found || some(child, test); });
    return found;
  }

  // Whether it stands in the source, too, and may not be SWC's.
  function isWritten(name, context) {
    var known = context.writtenDefaults = context.writtenDefaults || Object.create(null);
    if (known[name] === undefined) known[name] = RegExp('\\b' + name + '\\s*===\\s*void\\b').test(context.source);
    return known[name];
  }

  function mark(node, context) {
    if (!node.body.body || !node.params.some(function (one) { return /^ref\d*$/.test(one.name); })) return;
    var first = node.body.body.find(function (one) { return !one.directive; });
    if (!first || first.type !== 'VariableDeclaration') return;
    var moved = node.params.find(function (one) {
      return /^ref\d*$/.test(one.name) && some(first, function (child) { return isDefault(child, one.name); });
    });
    if (!moved || isWritten(moved.name, context)) return;
    context.edits.insert(moved.start, MARK);
    some(first, function rename(child) {
      if (child.type === 'Identifier' && child.name === moved.name) context.edits.insert(child.start, MARK);
      return false;
    });
  }

  quirk({ FunctionDeclaration: mark, FunctionExpression: mark, ArrowFunctionExpression: mark });
})();
