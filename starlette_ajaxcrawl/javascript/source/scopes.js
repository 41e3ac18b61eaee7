// Which names the nodes of a tree declare.
(function (global) {
  'use strict';

  function addVars(node, names) { // var, and the functions of blocks in sloppy code
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      node.declarations.forEach(function (one) { boundNames(one.id, []).forEach(function (name) { names.add(name); }); });
    }
    eachChild(node, function (child) { if (!isFunction(child)) addVars(child, names); });
  }

  function addStatements(statements, names) {
    statements.forEach(function (statement) {
      if (statement.type === 'VariableDeclaration') {
        if (statement.kind === 'var') return; // of the function around
        statement.declarations.forEach(function (one) { boundNames(one.id, []).forEach(function (name) { names.add(name); }); });
      } else if ((statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') && statement.id) {
        names.add(statement.id.name);
      }
    });
  }

  function find(node) {
    var names = new Set();
    if (isFunction(node)) {
      node.params.forEach(function (one) { boundNames(one, []).forEach(function (name) { names.add(name); }); });
      if (node.id) names.add(node.id.name);
      addVars(node.body, names);
    } else if (node.type === 'BlockStatement' || node.type === 'StaticBlock') {
      addStatements(node.body, names);
    } else if (node.type === 'SwitchStatement') {
      node.cases.forEach(function (one) { addStatements(one.consequent, names); });
    } else if (node.type === 'CatchClause') {
      boundNames(node.param, []).forEach(function (name) { names.add(name); });
    } else if (/^For/.test(node.type)) {
      var head = node.init || node.left;
      if (head && head.type === 'VariableDeclaration') addStatements([head], names);
    } else if (/^Class(?:Expression|Declaration)$/.test(node.type) && node.id) {
      names.add(node.id.name);
    }
    return names;
  }

  // The names that a node below the top of a program declares.
  global.declaredBy = function (node) {
    return node.declares || (node.declares = find(node));
  };

  // Whether a name means what is declared at the top of the program.
  global.isOfProgram = function (name, context) {
    for (var i = context.ancestors.length - 1; i > 0; i--) {
      if (declaredBy(context.ancestors[i]).has(name)) return false;
    }
    return true;
  };
})(globalThis);
