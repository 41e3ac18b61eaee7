// Walks acorn's trees.
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

  // Whether a class, a function or an arrow function has no name of its own.
  global.isAnonymous = function (node) {
    return node && !node.id && (isFunction(node) || node.type === 'ClassExpression');
  };

  // Where the statements of a function's body begin: behind its directives.
  global.bodyStart = function (body) {
    var start = body.start + 1;
    for (var i = 0; i < body.body.length && body.body[i].directive; i++) start = body.body[i].end;
    return start;
  };

  // The position of a sign or word behind a node: only white space, comments and parentheses may stand before it; -1: it
  // is not there before `to`.
  global.findToken = function (code, from, token, to) {
    var end = to === undefined ? code.length : to;
    for (var at = from; at < end;) {
      if (code.startsWith(token, at)) return at;
      if (code.startsWith('//', at)) {
        while (at < code.length && !/[\n\r\u2028\u2029]/.test(code[at])) at++;
      } else if (code.startsWith('/*', at)) {
        at = code.indexOf('*/', at) + 2;
      } else {
        at++;
      }
    }
    return -1;
  };

  // The line ends of a text: what stands in its place keeps the lines below it where they are.
  global.lineEnds = function (text) {
    return text.replace(/[^\n]+/g, '');
  };

  // The identifiers that a pattern binds, added to a list.
  global.boundIdentifiers = function (pattern, list) {
    if (!pattern) return list;
    switch (pattern.type) {
      case 'Identifier': list.push(pattern); break;
      case 'ObjectPattern': pattern.properties.forEach(function (p) { boundIdentifiers(p.value || p.argument, list); }); break;
      case 'ArrayPattern': pattern.elements.forEach(function (p) { boundIdentifiers(p, list); }); break;
      case 'AssignmentPattern': boundIdentifiers(pattern.left, list); break;
      case 'RestElement': boundIdentifiers(pattern.argument, list); break;
    }
    return list;
  };

  // Their names.
  global.boundNames = function (pattern, names) {
    boundIdentifiers(pattern, []).forEach(function (one) { names.push(one.name); });
    return names;
  };
})(globalThis);
