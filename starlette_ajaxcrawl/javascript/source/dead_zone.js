// Rhino's `let` and `const` are there, undefined, from the start of their block. A name that is read further up in the
// same function can have no value yet: it is written as a call that throws. What closures read is left alone.
(function (global) {
  'use strict';

  // The names that one scope binds: the end of the declaration for let and const, -1 for what is there from the start.
  function bindings(statements) {
    var names = Object.create(null);
    statements.forEach(function (statement) {
      if (statement.type === 'VariableDeclaration') {
        statement.declarations.forEach(function (one) {
          boundNames(one.id, []).forEach(function (name) { names[name] = statement.kind === 'var' ? -1 : one.end; });
        });
      } else if (statement.type === 'FunctionDeclaration') {
        names[statement.id.name] = -1;
      }
    });
    return names;
  }

  function heads(node) { // the declarations in the head of a loop
    var head = node.init || node.left;
    var names = head && head.type === 'VariableDeclaration' ? bindings([head]) : Object.create(null);
    if (node.left) { // a name is not there while what is looped over is looked for
      for (var name in names) if (names[name] > 0) names[name] = node.right.end;
    }
    return names;
  }

  function parameters(node) {
    var names = Object.create(null);
    node.params.forEach(function (one) { boundNames(one, []).forEach(function (name) { names[name] = -1; }); });
    return names;
  }

  // Calls found(node) for each name that is read before it has a value.
  global.readsBeforeDeclaration = function (tree, found) {
    var scopes = []; // of the function that is being looked at, innermost last

    function read(node) {
      for (var i = scopes.length - 1; i >= 0; i--) {
        var end = scopes[i][node.name];
        if (end !== undefined) {
          if (node.start < end) found(node);
          return;
        }
      }
    }

    function inside(names, visitAll) {
      scopes.push(names);
      visitAll();
      scopes.pop();
    }

    function all(nodes) {
      nodes.forEach(function (node) { if (node) visit(node); });
    }

    function pattern(node) { // only what is computed in it is read
      if (!node || node.type === 'Identifier') return;
      if (node.type === 'AssignmentPattern') {
        pattern(node.left);
        visit(node.right);
      } else if (node.type === 'MemberExpression') {
        visit(node);
      } else if (node.type === 'Property') {
        if (node.computed) visit(node.key);
        pattern(node.value);
      } else {
        eachChild(node, pattern);
      }
    }

    function visit(node) {
      if (isFunction(node)) {
        var outer = scopes;
        scopes = [];
        inside(parameters(node), function () {
          node.params.forEach(pattern);
          visit(node.body);
        });
        scopes = outer;
        return;
      }
      switch (node.type) {
        case 'Identifier': read(node); return;
        case 'Program':
        case 'BlockStatement': inside(bindings(node.body), function () { all(node.body); }); return;
        case 'ForStatement':
          inside(heads(node), function () { all([node.init, node.test, node.update, node.body]); });
          return;
        case 'ForInStatement':
        case 'ForOfStatement':
          inside(heads(node), function () { all([node.right, node.body]); });
          return;
        case 'SwitchStatement': // which case comes first in time is not known
          visit(node.discriminant);
          var names = bindings([].concat.apply([], node.cases.map(function (one) { return one.consequent; })));
          for (var name in names) names[name] = -1;
          inside(names, function () { node.cases.forEach(function (one) { all([one.test].concat(one.consequent)); }); });
          return;
        case 'CatchClause':
          inside(parameters({ params: node.param ? [node.param] : [] }), function () { visit(node.body); });
          return;
        case 'VariableDeclarator':
          pattern(node.id);
          if (node.init) visit(node.init);
          return;
        case 'AssignmentExpression':
          if (node.left.type === 'Identifier') visit(node.right);
          else {
            pattern(node.left);
            visit(node.right);
          }
          return;
        case 'UpdateExpression': pattern(node.argument); return;
        case 'MemberExpression':
          visit(node.object);
          if (node.computed) visit(node.property);
          return;
        case 'Property':
          if (node.computed) visit(node.key);
          if (!node.shorthand) visit(node.value); // a call can't be put there
          return;
        case 'LabeledStatement': visit(node.body); return;
        case 'BreakStatement':
        case 'ContinueStatement':
        case 'MetaProperty': return;
      }
      eachChild(node, visit);
    }

    visit(tree);
  };

  quirk({
    Program: function (node, context) {
      readsBeforeDeclaration(node, function (name) {
        context.edits.replace(name.start, name.end, '__ajaxcrawl__.deadZone("' + name.name + '")');
      });
    }
  });
})(globalThis);
