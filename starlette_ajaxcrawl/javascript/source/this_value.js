// What `this`, `arguments` and `new.target` are where the function they belong to is lowered: in arrow functions that
// become generators, in the constructors of derived classes, and at the top of modules.
(function (global) {
  'use strict';

  // The innermost function around a node that is no arrow function, or the member of a class whose value it is.
  function owner(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var node = context.ancestors[i];
      if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return node;
      if (node.type === 'StaticBlock') return node;
      if (node.type === 'PropertyDefinition' && context.ancestors[i + 1] === node.value) return node;
    }
    return context.ancestors[0] || null;
  }

  // Whether between a node and its owner is an arrow function that becomes a generator.
  function isWithinAsyncArrow(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var node = context.ancestors[i];
      if (!isFunction(node)) continue;
      if (node.type !== 'ArrowFunctionExpression') return false;
      if (node.wasAsync) return true;
    }
    return false;
  }

  function isWithinArrow(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      if (isFunction(context.ancestors[i])) return context.ancestors[i].type === 'ArrowFunctionExpression';
    }
    return false;
  }

  // What stands for `this` in added text.
  global.thisText = function (context) {
    var node = owner(context);
    return node && node.thisName || (node && node.type === 'Program' && context.kind === 'module' ? 'void 0' : 'this');
  };

  // A name of the owner's for one of its values, declared at its start.
  global.ownValue = function (context, key, text) {
    var node = owner(context);
    if (!node || !node.body || !node.body.body || node.type === 'Program') return null;
    if (!node[key]) {
      node[key] = newName(context, 'v');
      (node.ownValues = node.ownValues || []).push(node[key] + '=' + text);
    }
    return node[key];
  };

  // `super` of the method around an arrow function that becomes a generator: no method itself.
  global.isSuperOutOfReach = isWithinAsyncArrow;

  quirk({
    ThisExpression: function (node, context) {
      var around = owner(context);
      if (around && around.thisName) {
        var isSure = node.start > around.superEnd;
        context.edits.replace(node.start, node.end, isSure ? around.thisName : '__ajaxcrawl__.initialized(' + around.thisName + ')');
      } else if (around && around.type === 'Program' && context.kind === 'module') {
        context.edits.replace(node.start, node.end, '(void 0)');
      }
    },
    Identifier: function (node, context) {
      if (node.name !== 'arguments' || !isWithinAsyncArrow(context)) return;
      var parent = context.ancestors[context.ancestors.length - 1];
      if (!parent.computed && (parent.type === 'MemberExpression' && parent.property === node
          || parent.type === 'Property' && parent.key === node && !parent.shorthand)) return;
      var name = ownValue(context, 'argumentsName', 'arguments');
      if (name) context.edits.replace(node.start, node.end, parent.shorthand ? 'arguments:' + name : name);
    },
    MetaProperty: function (node, context) {
      if (node.meta.name === 'new' && isWithinArrow(context)) { // Rhino gives undefined
        var name = ownValue(context, 'targetName', 'new.target');
        if (name) context.edits.replace(node.start, node.end, name);
      } else if (node.meta.name === 'import') {
        context.edits.replace(node.start, node.end, '$$context.meta');
      }
    },
    'FunctionDeclaration FunctionExpression': function (node, context) {
      if (node.ownValues) context.edits.insert(bodyStart(node.body), 'var ' + node.ownValues.join(',') + ';');
    }
  });
})(globalThis);
