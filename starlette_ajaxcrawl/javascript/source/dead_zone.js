// Rhino's `let` and `const` are there, undefined, from the start of their block. A name that is read further up in the
// same function can have no value yet: it is written as a call that throws. What closures read is left alone.
// Assignments to constants, which Rhino ignores, throw, too.
(function (global) {
  'use strict';

  // The names that one scope binds: the end of the declaration for let and const, -1 for what is there from the start.
  function bindings(statements) {
    var names = Object.create(null);
    statements.forEach(function (statement) {
      statement = statement.declaration || statement; // export let a
      if (statement.type === 'VariableDeclaration') {
        statement.declarations.forEach(function (one) {
          boundIdentifiers(one.id, []).forEach(function (bound) { // what stands further right in a pattern may read it
            names[bound.name] = statement.kind === 'var' ? -1 : bound === one.id ? one.end : bound.end;
            if (statement.kind === 'const') names['const ' + bound.name] = 1; // no name has a space
          });
        });
      } else if (statement.type === 'FunctionDeclaration' && statement.id) {
        names[statement.id.name] = -1;
      } else if (statement.type === 'ClassDeclaration' && statement.id) {
        names[statement.id.name] = statement.body.start;
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

  // Whether a function declares a name by var, deeper than in its body's own statements.
  global.declaresVar = function (node, name) {
    var found = node.type === 'VariableDeclaration' && node.kind === 'var'
        && node.declarations.some(function (one) { return boundNames(one.id, []).indexOf(name) >= 0; });
    eachChild(node, function (child) { found = found || !isFunction(child) && declaresVar(child, name); });
    return found;
  };

  // Calls found(node) for each name that is read before it has a value, and assigned(node) for assignments to constants.
  global.readsBeforeDeclaration = function (tree, found, assigned) {
    var scopes = []; // of the function that is being looked at, innermost last
    var around = []; // the scopes of all functions, and before those of each its body: { names } or { body }

    function read(node) {
      for (var i = scopes.length - 1; i >= 0; i--) {
        var end = scopes[i][node.name];
        if (end !== undefined) {
          if (node.start < end) found(node);
          return;
        }
      }
    }

    function write(target, node) {
      if (target.type !== 'Identifier') return;
      var name = target.name;
      for (var i = around.length - 1; i >= 0; i--) {
        var names = around[i].names;
        if (!names) {
          if (declaresVar(around[i].body, name)) return;
        } else if (names[name] !== undefined) {
          if (names['const ' + name]) assigned(node);
          return;
        }
      }
    }

    function inside(names, visitAll) {
      scopes.push(names);
      around.push({ names: names });
      visitAll();
      scopes.pop();
      around.pop();
    }

    function all(nodes) {
      nodes.forEach(function (node) { if (node) visit(node); });
    }

    function pattern(node, isAssigned) { // only what is computed in it is read
      if (!node) return;
      if (node.type === 'Identifier') {
        if (isAssigned) write(node, node);
      } else if (node.type === 'AssignmentPattern') {
        pattern(node.left, isAssigned);
        visit(node.right);
      } else if (node.type === 'MemberExpression') {
        visit(node);
      } else if (node.type === 'Property') {
        if (node.computed) visit(node.key);
        if (node.shorthand) (node.value.left || node.value).isShorthand = true;
        pattern(node.value, isAssigned);
      } else {
        eachChild(node, function (child) { pattern(child, isAssigned); });
      }
    }

    function visit(node) {
      if (isFunction(node)) {
        var outer = scopes;
        scopes = [];
        var names = parameters(node);
        if (node.id && names[node.id.name] === undefined) names[node.id.name] = -1;
        around.push({ body: node.body });
        inside(names, function () {
          node.params.forEach(pattern);
          visit(node.body);
        });
        around.pop();
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
          names = bindings([].concat.apply([], node.cases.map(function (one) { return one.consequent; })));
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
          if (node.left.type === 'Identifier') {
            write(node.left, node);
            visit(node.right);
          } else {
            pattern(node.left, true);
            visit(node.right);
          }
          return;
        case 'UpdateExpression':
          write(node.argument, node);
          pattern(node.argument);
          return;
        case 'MemberExpression':
          visit(node.object);
          if (node.computed) visit(node.property);
          return;
        case 'Property':
          if (node.computed) visit(node.key);
          if (!node.shorthand) visit(node.value); // a call can't be put there
          return;
        case 'PropertyDefinition': // has its value later, but for static ones, which see their class
        case 'StaticBlock':
          if (node.computed) visit(node.key);
          outer = scopes;
          scopes = [];
          if (node.value) visit(node.value); else if (node.body) inside(bindings(node.body), function () { all(node.body); });
          scopes = outer;
          return;
        case 'MethodDefinition':
          if (node.computed) visit(node.key);
          visit(node.value);
          return;
        case 'ExportNamedDeclaration':
          if (node.declaration) visit(node.declaration);
          return;
        case 'ImportDeclaration':
        case 'ExportAllDeclaration': return;
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
      }, function (node) {
        var edits = context.edits;
        if (node.type === 'Identifier') { // in a pattern
          var text = '__ajaxcrawl__.fixed.value';
          edits.replace(node.start, node.end, node.isShorthand ? node.name + ':' + text : text);
        } else if (node.type === 'UpdateExpression') {
          edits.replace(node.start, node.end, '__ajaxcrawl__.constant()');
        } else {
          var start = findToken(context.code, node.left.end, node.operator) + node.operator.length;
          var isLogical = /^(?:\|\||&&|\?\?)=$/.test(node.operator);
          edits.replace(node.start, start, isLogical ? '(' + node.left.name + node.operator.slice(0, 2) : '');
          edits.wrap(start, node.end, '__ajaxcrawl__.constant(', isLogical ? '))' : ')');
        }
      });
    }
  });
})(globalThis);
