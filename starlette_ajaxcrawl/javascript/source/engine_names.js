// Rhino calls the variables that it adds for patterns `$0`, `$1`, …: those of a source that have such names would be hidden
// by them, so they get others first. What a classic script declares at its top is global, and keeps its name.
(function (global) {
  'use strict';

  var NAME = /^\$\d+$/;
  var ANY = /(?<![\w$.])\$\d+(?![\w$])/;

  function isKey(node, parent) {
    return !parent.computed && (parent.type === 'MemberExpression' && parent.property === node
        || /^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) && parent.key === node && !parent.shorthand);
  }

  // The names that a module declares as it exports them.
  function exported(tree) {
    var names = [];
    tree.body.forEach(function (node) {
      var declaration = node.type === 'ExportNamedDeclaration' && node.declaration;
      if (!declaration) return;
      if (declaration.id) names.push(declaration.id.name);
      else declaration.declarations.forEach(function (one) { boundNames(one.id, names); });
    });
    return names;
  }

  global.renameForEngine = function (source, kind, parse) {
    if (!ANY.test(source)) return source;
    var tree = parse(source, kind);
    var context = { ancestors: [] };
    var edits = new Edits();
    var kept = new Set(kind === 'module' ? exported(tree) : []);
    var suffix = '$$';
    while (source.indexOf(suffix) >= 0) suffix += '$';
    var done = new Set();
    (function visit(node) {
      var parent = context.ancestors[context.ancestors.length - 1];
      if (node.type === 'Identifier' && NAME.test(node.name) && !kept.has(node.name) && !done.has(node.start) && !isKey(node, parent)
          && (kind === 'module' || !isOfProgram(node.name, context))) {
        done.add(node.start);
        var name = node.name + suffix;
        var holder = parent.type === 'AssignmentPattern' && parent.left === node ? context.ancestors[context.ancestors.length - 2] : parent;
        if (holder.type === 'Property' && holder.shorthand) name = node.name + ':' + name;
        else if (parent.type === 'ImportSpecifier') name = parent.imported.start === parent.local.start ? node.name + ' as ' + name : parent.local === node ? name : node.name;
        else if (parent.type === 'ExportSpecifier') {
          var isFrom = context.ancestors[context.ancestors.length - 2].source;
          name = isFrom || parent.local.start !== node.start ? node.name : parent.exported.start === parent.local.start ? name + ' as ' + node.name : name;
        }
        edits.replace(node.start, node.end, name);
      }
      context.ancestors.push(node);
      eachChild(node, visit);
      context.ancestors.pop();
    })(tree);
    return edits.apply(source);
  };
})(globalThis);
