// The constructors of async functions and async generators have no names: pages take them from a function's prototype. A
// lowered function has another, so `Object.getPrototypeOf(async function () {}).constructor` and the like are replaced.
(function () {
  'use strict';

  var KINDS = {
    _async_to_generator: '__ajaxcrawl__.AsyncFunction',
    _wrap_async_generator: '__ajaxcrawl__.AsyncGeneratorFunction'
  };

  // The name of the constructor of a function that was async; undefined: it was not.
  function constructorOf(node) {
    if (!isFunction(node)) return undefined;
    var value = node.body;
    if (value.type === 'BlockStatement') {
      if (value.body.length !== 1 || value.body[0].type !== 'ReturnStatement') return undefined;
      value = value.body[0].argument;
    }
    while (value && (value.type === 'CallExpression' || value.type === 'MemberExpression')) {
      value = value.callee || value.object;
    }
    return value && value.type === 'Identifier' ? KINDS[value.name] : undefined;
  }

  function isPrototypeOf(node) {
    return node.type === 'CallExpression' && node.arguments.length === 1 && node.callee.type === 'MemberExpression'
        && node.callee.property.name === 'getPrototypeOf';
  }

  quirk({
    MemberExpression: function (node, context) {
      if (node.computed || node.property.name !== 'constructor') return;
      var owner = isPrototypeOf(node.object) ? node.object.arguments[0] : node.object;
      var name = constructorOf(owner);
      if (name) context.edits.replace(node.start, node.end, name);
    }
  });
})();
