// The registry of what Rhino lacks or gets wrong, and how to write it otherwise: one file each.
(function (global) {
  'use strict';

  function Handlers() {
    this.byType = Object.create(null); // functions (node, context)
  }

  Handlers.prototype.add = function (byType) {
    var known = this.byType;
    Object.keys(byType).forEach(function (types) {
      types.split(' ').forEach(function (type) { (known[type] = known[type] || []).push(byType[types]); });
    });
  };

  Handlers.prototype.call = function (node, context) {
    var list = this.byType[node.type];
    if (!list) return;
    for (var i = 0; i < list.length; i++) list[i](node, context);
  };

  var entered = new Handlers();
  var left = new Handlers();

  // Adds handlers, which are called once a node's children have been seen; those of quirk.enter before. A context has the
  // code, its kind and edits, the ancestors (outermost first, without the node), and room for what a quirk remembers.
  global.quirk = function (byType) {
    left.add(byType);
  };

  quirk.enter = function (byType) {
    entered.add(byType);
  };

  quirk.visit = function (tree, context) {
    var ancestors = context.ancestors = [];
    (function visit(node) {
      entered.call(node, context);
      ancestors.push(node);
      eachChild(node, visit);
      ancestors.pop();
      left.call(node, context);
    })(tree);
  };
})(globalThis);
