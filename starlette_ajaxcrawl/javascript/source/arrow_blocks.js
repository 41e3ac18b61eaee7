// In sloppy code a function that is declared in a block is a variable of the function around it, too (ECMAScript,
// B.3.3). Rhino knows that, but not within arrow functions.
(function () {
  'use strict';

  function isStrict(node) {
    return (node.body.body || node.body || []).some(function (one) { return one.directive === 'use strict'; });
  }

  function declares(statements, name) { // lexically
    return statements.some(function (one) {
      return one.type === 'VariableDeclaration' && one.kind !== 'var'
          && one.declarations.some(function (part) { return boundNames(part.id, []).indexOf(name) >= 0; });
    });
  }

  quirk({
    FunctionDeclaration: function (node, context) {
      var parents = context.ancestors;
      var at = parents.length - 1;
      if (!node.id || node.generator || parents[at].type !== 'BlockStatement' || isFunction(parents[at - 1])) return;
      for (; at > 0 && !isFunction(parents[at]); at--) {
        if (at < parents.length - 1 && Array.isArray(parents[at].body) && declares(parents[at].body, node.id.name)) return;
      }
      var owner = parents[at];
      if (owner.type !== 'ArrowFunctionExpression' || owner.params.some(function (one) { return boundNames(one, []).indexOf(node.id.name) >= 0; })
          || context.kind === 'module' || parents.some(function (one) { return (isFunction(one) || one.type === 'Program') && isStrict(one); })) return;
      owner.hoisted = owner.hoisted || {};
      if (!owner.hoisted[node.id.name]) {
        owner.hoisted[node.id.name] = true;
        context.edits.insert(owner.body.start + 1, 'var ' + node.id.name + ';function $$set_' + node.id.name + '($$v){' + node.id.name + '=$$v}');
      }
      context.edits.insert(node.start, '$$set_' + node.id.name + '(' + node.id.name + ');');
    }
  });
})();
