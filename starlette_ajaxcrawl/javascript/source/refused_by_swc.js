// What SWC refuses, or makes something of that is no JavaScript. It is rare: only sources on which SWC has failed pass here.
(function () {
  'use strict';

  function within(node, types, found) { // but not in functions that have a `this` of their own
    if (types.indexOf(node.type) >= 0) found(node);
    eachChild(node, function (child) {
      if (!isFunction(child) || child.type === 'ArrowFunctionExpression') within(child, types, found);
    });
  }

  function has(nodes, types) {
    var any = false;
    nodes.forEach(function (node) { within(node, types, function () { any = true; }); });
    return any;
  }

  // Quirks of sources that were refused.
  function refused(byType) {
    Object.keys(byType).forEach(function (type) {
      var handler = byType[type];
      byType[type] = function (node, context) { if (context.wasRefused) handler(node, context); };
    });
    swcQuirk(byType);
  }

  function brace(body, context) { // `if (a) function b() {}`
    if (body && body.type === 'FunctionDeclaration') context.edits.wrap(body.start, body.end, '{', '}');
  }

  // The computed keys of a class that yield are found before it: SWC puts them into a function.
  function yieldBefore(node, context) {
    var keys = node.body.body.filter(function (member) {
      return member.computed && has([member.key], ['YieldExpression', 'AwaitExpression']);
    });
    if (!keys.length) return;
    var names = keys.map(function (member) { return '$$key' + member.start; });
    var owner = context.ancestors.filter(isFunction).pop();
    var values = keys.map(function (member, index) {
      return names[index] + '=(' + context.code.slice(member.key.start, member.key.end) + ')';
    });
    keys.forEach(function (member, index) { context.edits.replace(member.key.start, member.key.end, names[index]); });
    if (node.type === 'ClassExpression') {
      context.edits.wrap(node.start, node.end, '(' + values.join(',') + ',', ')');
    } else {
      context.edits.insert(node.start, values.join(';') + ';');
    }
    context.edits.insert((owner ? owner.body : context.ancestors[0]).start + (owner ? 1 : 0), 'var ' + names.join(',') + ';');
  }

  refused({
    Identifier: renameReserved,
    IfStatement: function (node, context) {
      brace(node.consequent, context);
      brace(node.alternate, context);
    },
    ClassExpression: yieldBefore,
    ClassDeclaration: yieldBefore,
    MethodDefinition: function (node, context) { // `constructor(a = super()) {}`: the parameters become a pattern of the body
      var params = node.value.params;
      if (node.kind !== 'constructor' || !has(params, ['Super'])) return;
      var start = params[0].start;
      var end = params[params.length - 1].end;
      context.edits.insert(node.value.body.start + 1, 'let[' + context.code.slice(start, end) + ']=$$given;');
      context.edits.replace(start, end, '...$$given');
    }
  });
})();
