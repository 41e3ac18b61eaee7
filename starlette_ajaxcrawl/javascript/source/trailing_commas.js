// Rhino knows no comma behind the last parameter or argument.
(function () {
  'use strict';

  var TRAILING = /((?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*[\n\r\u2028\u2029]|\))*),(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*[\n\r\u2028\u2029])*\)/y;

  function remove(list, context) {
    if (!list.length) return;
    TRAILING.lastIndex = list[list.length - 1].end;
    var found = TRAILING.exec(context.code);
    if (!found) return;
    var comma = found.index + found[1].length;
    context.edits.replace(comma, comma + 1, '');
  }

  quirk({
    'CallExpression NewExpression': function (node, context) { remove(node.arguments, context); },
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression': function (node, context) { remove(node.params, context); }
  });
})();
