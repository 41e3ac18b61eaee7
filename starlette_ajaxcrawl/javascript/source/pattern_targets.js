// In patterns that assign to what is there already Rhino knows no defaults, and no member as the rest of an object. The
// patterns of parameters and declarations are whole: `({ a: o.x = 1 } = v)` becomes
// `(($v, { a: $t = 1 } = $v) => (o.x = $t, $v))(v)`. Loops take their patterns into their bodies.
(function () {
  'use strict';

  function isPattern(node) {
    return node.type === 'ObjectPattern' || node.type === 'ArrayPattern';
  }

  function isBeyondRhino(node, isInObject) {
    if (node.type === 'AssignmentPattern') return true;
    if (node.type === 'RestElement') return isInObject && node.argument.type !== 'Identifier' || isBeyondRhino(node.argument);
    if (node.type === 'Property') return isBeyondRhino(node.value);
    if (!isPattern(node)) return false;
    return (node.properties || node.elements).some(function (one) { return one && isBeyondRhino(one, node.type === 'ObjectPattern'); });
  }

  // Gives each target a variable; the list of what is to be assigned to them then.
  function takeTargets(node, context, list, isShorthand) {
    switch (node.type) {
      case 'AssignmentPattern': takeTargets(node.left, context, list, isShorthand); break;
      case 'RestElement': takeTargets(node.argument, context, list); break;
      case 'Property': takeTargets(node.value, context, list, node.shorthand); break;
      case 'ObjectPattern':
      case 'ArrayPattern':
        (node.properties || node.elements).forEach(function (one) { if (one) takeTargets(one, context, list); });
        break;
      default:
        var name = newName(context, 't');
        list.push(isShorthand ? writtenName(node.name) : [node.start, node.end], '=' + name);
        context.edits.move(node.start, node.end, (isShorthand ? node.name + ':' : '') + name);
    }
    return list;
  }

  function joined(list, separator) {
    return list.map(function (one) { return one[0] === '=' ? one + separator : one; });
  }

  quirk({
    AssignmentExpression: function (node, context) {
      if (!isPattern(node.left) || !isBeyondRhino(node.left)) return;
      var value = newName(context, 'v');
      var assigned = joined(takeTargets(node.left, context, []), ',');
      var sign = findToken(context.code, node.left.end, '=');
      context.edits.before(node.start, node.end, '((' + value + ',');
      context.edits.replace(sign, sign + 1, ['=' + value + ')=>('].concat(assigned, value + '))('));
      context.edits.after(node.start, node.end, ')');
      node.isCall = true;
    },
    'ForInStatement ForOfStatement': function (node, context) {
      if (node.await) return;
      var isDeclared = node.left.type === 'VariableDeclaration';
      var pattern = isDeclared ? node.left.declarations[0].id : node.left;
      if (!isPattern(pattern) || node.type === 'ForOfStatement' && !isBeyondRhino(pattern)) return;
      var name = newName(context, 'v');
      var kind = isDeclared ? node.left.kind : 'const';
      var assigned = isDeclared ? [] : joined(takeTargets(pattern, context, []), ';');
      context.edits.move(pattern.start, pattern.end, (isDeclared ? ' ' : 'const ') + name + ' ');
      context.edits.enclose(node.body.start, node.body.end, ['{' + kind + ' ', [pattern.start, pattern.end], '=' + name + ';'].concat(assigned), '}');
    }
  });
})();
