// The registries of quirks: what SWC or Rhino gets wrong in code that it should understand, and how to write it otherwise.
(function (global) {
  'use strict';

  function registry() {
    var handlers = {}; // node type to functions (node, context)

    // Handlers are called once the node's children have been seen. A context has the code, its kind and edits, the
    // ancestors (outermost first, without the node), and room for what a quirk remembers.
    function add(byType) {
      Object.keys(byType).forEach(function (type) {
        (handlers[type] = handlers[type] || []).push(byType[type]);
      });
    }

    add.visit = function (tree, context) {
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
    return add;
  }

  global.quirk = registry(); // Rhino's: for what SWC has written
  global.swcQuirk = registry(); // SWC's: for the source, see before_swc.js
})(globalThis);
