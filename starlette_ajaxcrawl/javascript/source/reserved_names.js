// Words that are names in sloppy code, which Rhino reserves everywhere: `var let = 1`, `function yield() {}`.
(function (global) {
  'use strict';

  var RESERVED = new Set(['let', 'yield', 'await']);

  function isKey(node, parent) {
    return !parent.computed && (parent.type === 'MemberExpression' && parent.property === node
        || /^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) && parent.key === node && parent.value !== node);
  }

  function isShorthand(node, parents) {
    var parent = parents[parents.length - 1];
    if (parent.type === 'AssignmentPattern' && parent.left === node) parent = parents[parents.length - 2];
    return parent.type === 'Property' && parent.shorthand;
  }

  // The name that a variable has in lowered code.
  global.writtenName = function (name) {
    return RESERVED.has(name) ? '$$' + name : name;
  };

  function rename(node, context) {
    if (!RESERVED.has(node.name) || isKey(node, context.ancestors[context.ancestors.length - 1])) return;
    context.edits.replace(node.start, node.end, (isShorthand(node, context.ancestors) ? node.name + ':' : '') + writtenName(node.name));
  }

  quirk({ Identifier: rename });
})(globalThis);
