// Among the parameters of arrow functions Rhino refuses `{ a = 1 }`, and takes `{ a: a = 1 }`.
(function () {
  'use strict';

  function visit(pattern, context) {
    if (!pattern) return;
    if (pattern.type === 'Property' && pattern.shorthand) {
      var target = pattern.value.left;
      if (target && writtenName(target.name) === target.name) context.edits.before(pattern.start, pattern.end, target.name + ':');
    } else if (pattern.type === 'Property') {
      visit(pattern.value, context);
    } else {
      visit(pattern.left || pattern.argument, context);
      (pattern.properties || pattern.elements || []).forEach(function (one) { visit(one, context); });
    }
  }

  quirk({
    ArrowFunctionExpression: function (node, context) {
      node.params.forEach(function (one) { visit(one, context); });
    }
  });
})();
