// SWC's helpers and temporaries at the top of a classic script are global: they get names that no page has.
(function (global) {
  'use strict';

  global.hash = function (text) {
    var value = 0;
    for (var i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) | 0;
    return (value >>> 0).toString(36);
  };

  // Renames what the tree declares at its top and the source does not name.
  global.renameAdded = function (tree, source, edits) {
    var names = {};
    var any = false;
    var declared = [];
    tree.body.forEach(function (statement) {
      if (statement.type === 'VariableDeclaration') {
        statement.declarations.forEach(function (one) { boundNames(one.id, declared); });
      } else if (statement.type === 'FunctionDeclaration') {
        declared.push(statement.id.name);
      }
    });
    var suffix = null;
    declared.forEach(function (name) {
      if (source.indexOf(name) >= 0) return;
      suffix = suffix || '$' + hash(source);
      names[name] = name + suffix;
      any = true;
    });
    if (any) rename(tree, names, edits);
  };

  function rename(node, names, edits) {
    switch (node.type) {
      case 'Identifier':
        if (Object.prototype.hasOwnProperty.call(names, node.name)) edits.replace(node.start, node.end, names[node.name]);
        return;
      case 'MemberExpression':
        rename(node.object, names, edits);
        if (node.computed) rename(node.property, names, edits);
        return;
      case 'Property':
        if (node.shorthand) {
          var target = node.value.type === 'AssignmentPattern' ? node.value.left : node.value;
          if (Object.prototype.hasOwnProperty.call(names, target.name)) edits.insert(target.start, target.name + ':');
        } else if (node.computed) {
          rename(node.key, names, edits);
        }
        rename(node.value, names, edits);
        return;
    }
    eachChild(node, function (child) { rename(child, names, edits); });
  }
})(globalThis);
