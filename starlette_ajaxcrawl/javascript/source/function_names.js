// The names that functions and classes without one get from where they stand (NamedEvaluation). Rhino does not name what
// is a default in a pattern, or of a parameter.
(function (global) {
  'use strict';

  function keyName(holder) {
    return holder.computed || holder.key.type === 'PrivateIdentifier' ? null : String(holder.key.name || holder.key.value);
  }

  // Null: none, or one that is not known before it is made.
  global.givenName = function (node, context) {
    var holder = context.ancestors[context.ancestors.length - 1];
    switch (holder.type) {
      case 'VariableDeclarator': return holder.id.type === 'Identifier' ? holder.id.name : null;
      case 'AssignmentExpression':
        return holder.right === node && holder.left.type === 'Identifier' && /^(?:|\|\||&&|\?\?)=$/.test(holder.operator) ? holder.left.name : null;
      case 'AssignmentPattern': return holder.right === node && holder.left.type === 'Identifier' ? holder.left.name : null;
      case 'Property':
      case 'PropertyDefinition': return holder.value === node ? keyName(holder) : null;
      case 'ExportDefaultDeclaration': return 'default';
    }
    return null;
  };

  global.nameValue = function (name, value, context) {
    if (isAnonymous(value) && value.type !== 'ClassExpression') {
      context.edits.wrap(value.start, value.end, '__ajaxcrawl__.named(' + JSON.stringify(name) + ',', ')');
    }
  };

  quirk({
    AssignmentPattern: function (node, context) {
      if (node.left.type === 'Identifier') nameValue(node.left.name, node.right, context);
    }
  });
})(globalThis);
