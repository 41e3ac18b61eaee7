// Names that lowered code adds: none that the source has.
(function (global) {
  'use strict';

  // A name with `$$` before it that neither the source nor another call has.
  global.newName = function (context, word) {
    if (context.added === undefined) {
      context.added = 0;
      context.mark = '$$';
      while (context.code.indexOf(context.mark + '_') >= 0) context.mark += '$';
    }
    return context.mark + '_' + word + ++context.added;
  };

  // A variable for a moment, of the function around the node that is being looked at. At the top of a script, and among
  // parameters, it is a property of the runtime: there it would be a global one, or out of reach.
  global.temporary = function (context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var owner = context.ancestors[i];
      if (owner.type === 'Program' && context.kind === 'module') return keep(owner, context);
      if (isFunction(owner)) {
        if (context.ancestors[i + 1] !== owner.body) break;
        return keep(owner, context);
      }
      if (owner.type === 'PropertyDefinition' || owner.type === 'StaticBlock') break;
    }
    context.shared = (context.shared || 0) + 1;
    return '__ajaxcrawl__.t' + context.shared;
  };

  function keep(owner, context) {
    var name = newName(context, 't');
    (owner.temporaries = owner.temporaries || []).push(name);
    return name;
  }

  // Declares names at the beginning of a function's body.
  function declare(node, context) {
    if (!node.temporaries) return;
    var text = 'var ' + node.temporaries.join(',') + ';';
    if (node.body.type === 'BlockStatement') {
      context.edits.insert(bodyStart(node.body), text);
    } else {
      wrapExpressionBody(node, context, text);
    }
  }

  // Makes a block of an arrow function's expression, with texts before it; see arrow_bodies.js.
  global.wrapExpressionBody = function (node, context, before) {
    node.beforeExpression = (node.beforeExpression || []).concat(before);
  };

  quirk({ 'FunctionDeclaration FunctionExpression ArrowFunctionExpression': declare });
})(globalThis);
