// Walks acorn's trees, and gathers changes to the text they were read from.
(function (global) {
  'use strict';

  // Where the nodes of a type have their children, in the order in which acorn gives them: to look at all that a node has
  // would take longer than all the quirks do.
  var CHILDREN = {};
  [
    'Program BlockStatement ClassBody StaticBlock: body', 'ExpressionStatement ChainExpression: expression',
    'WithStatement: object body', 'LabeledStatement: body label', 'BreakStatement ContinueStatement: label',
    'ReturnStatement ThrowStatement UnaryExpression UpdateExpression YieldExpression AwaitExpression RestElement '
        + 'SpreadElement: argument',
    'IfStatement ConditionalExpression: test consequent alternate', 'SwitchStatement: discriminant cases',
    'SwitchCase: consequent test', 'TryStatement: block handler finalizer', 'CatchClause: param body',
    'WhileStatement: test body', 'DoWhileStatement: body test', 'ForStatement: init test update body',
    'ForInStatement ForOfStatement: left right body', 'VariableDeclaration: declarations', 'VariableDeclarator: id init',
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression: id params body', 'ArrayExpression ArrayPattern: elements',
    'ObjectExpression ObjectPattern: properties', 'Property MethodDefinition PropertyDefinition ImportAttribute: key value',
    'BinaryExpression LogicalExpression AssignmentExpression AssignmentPattern: left right',
    'MemberExpression: object property', 'CallExpression NewExpression: callee arguments', 'SequenceExpression: expressions',
    'TemplateLiteral: expressions quasis', 'TaggedTemplateExpression: tag quasi',
    'ClassDeclaration ClassExpression: id superClass body', 'MetaProperty: meta property', 'ImportExpression: source options',
    'ImportDeclaration: specifiers source attributes', 'ImportSpecifier: imported local',
    'ImportDefaultSpecifier ImportNamespaceSpecifier: local', 'ExportSpecifier: local exported',
    'ExportNamedDeclaration: declaration specifiers source attributes', 'ExportDefaultDeclaration: declaration',
    'ExportAllDeclaration: exported source attributes',
    'Identifier PrivateIdentifier Literal TemplateElement ThisExpression Super EmptyStatement DebuggerStatement:'
  ].forEach(function (line) {
    var parts = line.split(/: ?/);
    parts[0].split(' ').forEach(function (type) { CHILDREN[type] = parts[1] ? parts[1].split(' ') : []; });
  });

  // Calls visit(child) for each node below this one.
  global.eachChild = function (node, visit) {
    var names = CHILDREN[node.type];
    for (var i = 0; i < names.length; i++) {
      var value = node[names[i]];
      if (Array.isArray(value)) {
        for (var j = 0; j < value.length; j++) if (value[j]) visit(value[j]);
      } else if (value) {
        visit(value);
      }
    }
  };

  global.isFunction = function (node) {
    return node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
        || node.type === 'ArrowFunctionExpression';
  };

  // The names that a pattern binds.
  global.boundNames = function (pattern, names) {
    if (!pattern) return names;
    switch (pattern.type) {
      case 'Identifier': names.push(pattern.name); break;
      case 'ObjectPattern': pattern.properties.forEach(function (p) { boundNames(p.value || p.argument, names); }); break;
      case 'ArrayPattern': pattern.elements.forEach(function (p) { boundNames(p, names); }); break;
      case 'AssignmentPattern': boundNames(pattern.left, names); break;
      case 'RestElement': boundNames(pattern.argument, names); break;
    }
    return names;
  };

  var CLOSE = 0; // at one position: what closes before what opens, inner closers first, outer openers first
  var OPEN = 1;
  var REPLACE = 2;

  function Edits() {
    this.list = [];
  }

  // Puts text around [start, end). Wraps made later are inside of those made earlier where they begin at one place.
  Edits.prototype.wrap = function (start, end, before, after) {
    this.list.push({ at: start, end: start, text: before, kind: OPEN, size: end - start, turn: this.list.length });
    this.list.push({ at: end, end: end, text: after, kind: CLOSE, size: end - start, turn: this.list.length });
  };

  Edits.prototype.insert = function (at, text) {
    this.list.push({ at: at, end: at, text: text, kind: OPEN, size: Infinity, turn: this.list.length });
  };

  Edits.prototype.replace = function (start, end, text) {
    this.list.push({ at: start, end: end, text: text, kind: REPLACE, size: end - start, turn: this.list.length });
  };

  // The changed text of [start, end), or of all.
  Edits.prototype.apply = function (code, start, end) {
    var from = start === undefined ? 0 : start;
    var to = end === undefined ? code.length : end;
    if (!this.isSorted) {
      this.list.sort(function (a, b) {
        return a.at - b.at || a.kind - b.kind
            || (a.kind === CLOSE ? a.size - b.size || b.turn - a.turn : b.size - a.size || a.turn - b.turn);
      });
      this.isSorted = true;
    }
    var out = [];
    var position = from;
    this.list.forEach(function (edit) {
      if (edit.at < position || edit.at > to) return; // elsewhere, or inside of what is replaced as a whole
      if (edit.at === to && end !== undefined && edit.kind !== CLOSE) return;
      if (edit.at === from && start !== undefined && edit.kind === CLOSE) return;
      out.push(code.slice(position, edit.at), edit.text);
      position = edit.end;
    });
    out.push(code.slice(position, to));
    return out.join('');
  };

  global.Edits = Edits;
})(globalThis);
