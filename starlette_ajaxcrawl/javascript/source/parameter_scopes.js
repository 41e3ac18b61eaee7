// Parameters with defaults have a scope of their own: what the body declares by var is another variable than one outside of
// the same name that a default reads. Rhino has one scope for both, and finds what patterns bind before it looks at the
// defaults of parameters to their left: from there on patterns become variables of the body.
(function () {
  'use strict';

  function reads(node, name) {
    if (node.type === 'Identifier') return node.name === name;
    var found = false;
    eachChild(node, function (child) { found = found || reads(child, name); });
    return found;
  }

  function hasExpressions(pattern) {
    var found = pattern.type === 'AssignmentPattern' || pattern.type === 'Property' && pattern.computed;
    eachChild(pattern, function (child) { found = found || /Pattern$|^Property$|^RestElement$/.test(child.type) && hasExpressions(child); });
    return found;
  }

  function patternOf(param) {
    var target = param.type === 'AssignmentPattern' ? param.left : param;
    return /^(?:Array|Object)Pattern$/.test(target.type) ? target : null;
  }

  function hasNewTarget(node) { // which Rhino refuses there
    if (node.type === 'MetaProperty') return node.meta.name === 'new';
    var found = false;
    if (!isFunction(node)) eachChild(node, function (child) { found = found || hasNewTarget(child); });
    return found;
  }

  function firstMoved(node) {
    var hasDefault = false;
    for (var i = 0; i < node.params.length; i++) {
      var pattern = patternOf(node.params[i]);
      if (node.params[i].type === 'AssignmentPattern' && !pattern && hasNewTarget(node.params[i].right)) return i;
      if (hasDefault && pattern && (hasExpressions(pattern) || pattern !== node.params[i])) return i;
      hasDefault = hasDefault || node.params[i].type === 'AssignmentPattern';
    }
    return node.params.length;
  }

  function move(node, context) {
    var declarations = [];
    for (var i = firstMoved(node); i < node.params.length; i++) {
      var param = node.params[i];
      var pattern = patternOf(param);
      var name = newName(context, 'p');
      if (pattern) {
        context.edits.move(pattern.start, pattern.end, name);
        declarations.push('var ', [pattern.start, pattern.end], '=' + name + ';');
      } else if (param.type === 'AssignmentPattern') {
        context.edits.replace(param.start, param.right.start, '');
        context.edits.move(param.right.start, param.right.end, name);
        declarations.push('var ' + param.left.name + '=' + name + '===void 0?(', [param.right.start, param.right.end], '):' + name + ';');
      }
    }
    return declarations;
  }

  // Whether the body declares by var what a default reads and no parameter is.
  function isApart(node) {
    if (node.generator || node.params.every(function (one) { return one.type === 'Identifier'; })) return false;
    var names = [];
    (function visit(part) {
      if (part.type === 'VariableDeclaration' && part.kind === 'var') part.declarations.forEach(function (one) { boundNames(one.id, names); });
      eachChild(part, function (child) { if (!isFunction(child)) visit(child); });
    })(node.body);
    if (!names.length) return false;
    var bound = [];
    node.params.forEach(function (one) { boundNames(one, bound); });
    return !names.some(function (name) { return bound.indexOf(name) >= 0; })
        && names.some(function (name) { return node.params.some(function (one) { return reads(one, name); }); });
  }

  quirk({
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression': function (node, context) {
      if (node.params.every(function (one) { return one.type === 'Identifier'; })) return;
      var declarations = move(node, context);
      if (node.body.type !== 'BlockStatement') {
        if (declarations.length) wrapExpressionBody(node, context, declarations);
        return;
      }
      if (isApart(node)) {
        context.edits.insert(bodyStart(node.body), 'return(()=>{');
        context.edits.insert(node.body.end - 1, '})()');
      }
      if (declarations.length) context.edits.insert(bodyStart(node.body), declarations);
    }
  });
})();
