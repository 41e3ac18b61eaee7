// The registry of quirks: what Rhino gets wrong in code that it should understand, and how to write it otherwise.
(function (global) {
  'use strict';

  var handlers = {}; // node type to functions (node, context)

  // Handlers are called once the node's children have been seen. A context has the code, its kind and edits, the
  // ancestors (outermost first, without the node), and room for what a quirk remembers.
  global.quirk = function (byType) {
    Object.keys(byType).forEach(function (type) {
      (handlers[type] = handlers[type] || []).push(byType[type]);
    });
  };

  global.visitQuirks = function (tree, context) {
    var ancestors = context.ancestors = [];
    (function visit(node) {
      ancestors.push(node);
      eachChild(node, visit);
      ancestors.pop();
      var list = handlers[node.type];
      if (list) {
        for (var i = 0; i < list.length; i++) list[i](node, context);
      }
    })(tree);
  };
})(globalThis);
