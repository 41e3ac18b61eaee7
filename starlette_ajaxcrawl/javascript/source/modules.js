// A module becomes a function of what takes its exports and of what it knows of itself, `import.meta` and `import()`.
// It gives the setters of what it imports and the function that runs it; see ModuleRecord.java. Functions can be called
// before a module has run: where it exports some, or awaits at its top, it is a generator that stops before its first step.
(function (global) {
  'use strict';

  function nameOf(node) { // of an import or export, which may be a text
    return node.name === undefined ? String(node.value) : node.name;
  }

  // What is exported of a module's own, and what it imports.
  function facts(program) {
    var found = { exports: Object.create(null), requests: [], functions: [], locals: [] };
    program.body.forEach(function (node) {
      if (node.source) request(node, found);
      if (node.type === 'ExportDefaultDeclaration') exportLocal(found, localName(node), 'default');
      if (node.type === 'ExportNamedDeclaration' && !node.source) {
        node.specifiers.forEach(function (one) { exportLocal(found, nameOf(one.local), nameOf(one.exported)); });
        if (node.declaration) declaredNames(node.declaration).forEach(function (name) { exportLocal(found, name, name); });
      }
      var declaration = node.declaration || node;
      if (declaration.type === 'FunctionDeclaration') found.functions.push(declaration.id.name);
    });
    return found;
  }

  function exportLocal(found, local, exported) {
    if (local) (found.exports[local] = found.exports[local] || []).push(exported);
  }

  function localName(node) { // null: it is a value
    return node.defaultName || (/^(?:Function|Class)Declaration$/.test(node.declaration.type) ? node.declaration.id.name : null);
  }

  function declaredNames(node) {
    if (node.type !== 'VariableDeclaration') return [node.id.name];
    return [].concat.apply([], node.declarations.map(function (one) { return boundNames(one.id, []); }));
  }

  function request(node, found) {
    var attributes = {};
    (node.attributes || []).forEach(function (one) { attributes[nameOf(one.key)] = one.value.value; });
    var key = JSON.stringify([node.source.value, attributes]);
    var known = found.requests.find(function (one) { return one.key === key; });
    if (!known) found.requests.push(known = { key: key, specifier: node.source.value, attributes: attributes, lines: [], values: [] });
    if (node.type === 'ExportAllDeclaration') {
      if (node.exported) known.values.push([nameOf(node.exported), '$$m']);
      else known.lines.push('__ajaxcrawl__.exportAll($$export,$$m)');
    }
    (node.specifiers || []).forEach(function (one) {
      if (one.type === 'ExportSpecifier') {
        known.values.push([nameOf(one.exported), member(nameOf(one.local))]);
        return;
      }
      var value = one.type === 'ImportNamespaceSpecifier' ? '$$m' : member(one.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(one.imported));
      known.lines.push(one.local.name + '=' + value);
      found.locals.push({ name: one.local.name, request: known });
    });
  }

  function member(name) {
    return '$$m[' + JSON.stringify(name) + ']';
  }

  function pairs(list) {
    return '{' + list.map(function (one) { return JSON.stringify(one[0]) + ':' + one[1]; }).join(',') + '}';
  }

  // Calls of $$export with the values that a local name has now.
  function exportCalls(name, context) {
    return context.module.exports[name].map(function (exported) {
      return ';$$export(' + JSON.stringify(exported) + ',' + name + ')';
    }).join('');
  }

  function isExported(name, context) {
    return context.module && context.module.exports[name] && isOfProgram(name, context);
  }

  function exportedOf(names, context) {
    return names.filter(function (name) { return isExported(name, context); });
  }

  function afterwards(names, context) { // a list of expressions
    return names.map(function (name) { return exportCalls(name, context).replace(/;/g, ','); }).join('');
  }

  function keeping(node, names, context) {
    var kept = temporary(context);
    context.edits.wrap(node.start, node.end, '(' + kept + '=', afterwards(names, context) + ',' + kept + ')');
  }

  function write(node, context) {
    var found = context.module;
    var values = [];
    Object.keys(found.exports).forEach(function (local) {
      found.exports[local].forEach(function (exported) {
        values.push([exported, found.functions.indexOf(local) >= 0 ? local : 'void 0']);
      });
    });
    if (node.exportsDefault) values.push(['default', 'void 0']);
    found.locals.forEach(function (one) { // what is imported and exported again
      (found.exports[one.name] || []).forEach(function (exported) { one.request.values.push([exported, one.name]); });
    });
    values = values.filter(function (one) { return !found.requests.some(function (other) { return other.values.some(function (value) { return value[0] === one[0]; }); }); });
    var hasFunctions = values.some(function (one) { return one[1] !== 'void 0'; });
    var isGenerator = hasFunctions || node.isAsync;
    var setters = found.requests.map(function (one) {
      var lines = one.lines.concat(one.values.length ? '$$export(' + pairs(one.values) + ')' : []);
      return lines.length ? 'function($$m){' + lines.join(';') + '}' : 'null';
    });
    var names = found.locals.map(function (one) { return one.name; });
    var declared = values.length ? '$$export(' + pairs(values) + ');' : '';
    var variables = names.concat(node.temporaries || []);
    var head = '(function($$export,$$context){"use strict";' + (variables.length ? 'var ' + variables.join(',') + ';' : '');
    var parts = 'return{setters:[' + setters.join(',') + '],execute:';
    var hoisted = (node.hoisted || []).join('');
    var end = '\n';
    if (isGenerator) {
      head += 'var $$body=(function*(){' + hoisted + declared + 'yield;';
      end += '})();$$body.next();' + parts + (node.isAsync ? 'function(){return __ajaxcrawl__.run($$body)}' : 'function(){$$body.next()}') + '}})';
    } else {
      head += declared + parts + 'function(){' + hoisted;
      end += '}}})';
    }
    context.edits.insert(0, head);
    if (context.code) context.edits.end(0, context.code.length, end);
    else context.edits.insert(0, end);
    context.requests = found.requests.map(function (one) { return { specifier: one.specifier, attributes: one.attributes }; });
  }

  function remove(node, context) {
    context.edits.replace(node.start, node.end, lineEnds(context.code.slice(node.start, node.end)));
  }

  quirk.enter({
    ExportDefaultDeclaration: function (node, context) {
      var declaration = node.declaration;
      if (!/^(?:Function|Class)Declaration$/.test(declaration.type)) {
        context.ancestors[0].exportsDefault = true;
      }
    },
    Program: function (node, context) {
      if (context.kind !== 'module') return;
      node.body.forEach(function (one) {
        var declaration = one.type === 'ExportDefaultDeclaration' && one.declaration;
        if (!declaration || declaration.id || !/^(?:Function|Class)Declaration$/.test(declaration.type)) return;
        one.defaultName = newName(context, 'default');
        if (declaration.type === 'FunctionDeclaration') declaration.id = { type: 'Identifier', name: one.defaultName, isAdded: true, start: -1, end: -1 };
      });
      context.module = facts(node);
    }
  });

  quirk({
    ImportDeclaration: remove,
    ExportAllDeclaration: remove,
    ExportNamedDeclaration: function (node, context) {
      if (!node.declaration) {
        remove(node, context);
        return;
      }
      context.edits.replace(node.start, node.declaration.start, lineEnds(context.code.slice(node.start, node.declaration.start)));
    },
    ExportDefaultDeclaration: function (node, context) {
      var declaration = node.declaration;
      var lines = lineEnds(context.code.slice(node.start, declaration.start));
      if (/^(?:Function|Class)Declaration$/.test(declaration.type)) {
        context.edits.replace(node.start, declaration.start, lines);
        return;
      }
      var word = findToken(context.code, node.start + 'export'.length, 'default') + 'default'.length;
      context.edits.replace(node.start, word, '$$export("default",' + lineEnds(context.code.slice(node.start, word)));
      if (context.code[node.end - 1] === ';' && node.end > declaration.end) context.edits.replace(node.end - 1, node.end, ');');
      else context.edits.after(node.start, node.end, ');');
      nameValue('default', declaration, context);
    },
    FunctionDeclaration: function (node, context) {
      if (!node.id.isAdded) return;
      var program = context.ancestors[0];
      (program.hoisted = program.hoisted || []).push('__ajaxcrawl__.named("default",' + node.id.name + ');');
      if (!node.wasAsync) context.edits.insert(findToken(context.code, node.start, '('), ' ' + node.id.name);
    },
    ClassDeclaration: function (node, context) {
      var holder = context.ancestors[context.ancestors.length - 1];
      var name = node.id ? node.id.name : holder.defaultName;
      if (isExported(name, context)) context.edits.end(node.start, node.end, exportCalls(name, context) + ';');
    },
    VariableDeclaration: function (node, context) {
      if (!context.module) return;
      var isTop = context.ancestors.slice(1).every(function (one) { return one.type === 'ExportNamedDeclaration'; });
      if (!isTop && node.kind !== 'var') return;
      var names = exportedOf(declaredNames(node), context);
      if (!names.length) return;
      var holder = context.ancestors[context.ancestors.length - 1];
      var statement = /^For/.test(holder.type) && holder.body !== node ? holder : node;
      context.edits.end(statement.start, statement.end, names.map(function (name) { return exportCalls(name, context); }).join('') + ';');
    },
    AssignmentExpression: function (node, context) {
      var names = context.module && exportedOf(node.left.type === 'MemberExpression' ? [] : boundNames(node.left, []), context);
      if (!names || !names.length) return;
      if (names.length > 1 || node.left.type !== 'Identifier') {
        keeping(node, names, context);
        return;
      }
      context.module.exports[names[0]].forEach(function (exported) {
        context.edits.wrap(node.start, node.end, '$$export(' + JSON.stringify(exported) + ',', ')');
      });
    },
    UpdateExpression: function (node, context) {
      if (node.argument.type === 'Identifier' && isExported(node.argument.name, context)) keeping(node, [node.argument.name], context);
    },
    'ForInStatement ForOfStatement': function (node, context) {
      if (!context.module || node.left.type === 'VariableDeclaration') return;
      var names = exportedOf(node.left.type === 'MemberExpression' ? [] : boundNames(node.left, []), context);
      if (names.length) context.edits.enclose(node.body.start, node.body.end, '{' + afterwards(names, context).slice(1) + ';', '}');
    },
    ImportExpression: function (node, context) {
      context.edits.replace(node.start, node.start + 'import'.length, context.kind === 'module' ? '$$context.import' : '__ajaxcrawl__.import');
    },
    Program: function (node, context) {
      if (context.module) write(node, context);
    }
  });

  // Whether a module was looked at: what it imports.
  global.moduleRequests = function (context) {
    return context.requests;
  };
})(globalThis);
