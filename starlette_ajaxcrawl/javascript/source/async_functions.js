// Async functions become generators that the runtime steps through: `async function f(a) { await b }` becomes
// `function f(a) { return async(function* (a) { yield b }, this, arguments) }`. The promise of what parameters throw is
// rejected, as the generator has them.
(function (global) {
  'use strict';

  function parent(context) {
    return context.ancestors[context.ancestors.length - 1];
  }

  // The parameters before the first that has a default.
  function expected(node) {
    for (var i = 0; i < node.params.length; i++) {
      if (/^(?:AssignmentPattern|RestElement)$/.test(node.params[i].type)) return i;
    }
    return node.params.length;
  }

  function isMethod(node, holder) {
    return holder.type === 'MethodDefinition' || holder.type === 'Property' && holder.value === node && holder.method;
  }

  // Marks what becomes a generator before its children are seen, so that all the other quirks take it for one.
  quirk.enter({
    'FunctionDeclaration FunctionExpression ArrowFunctionExpression': function (node) {
      if (!node.async) return;
      node.wasAsync = true;
      node.wasGenerator = node.generator;
      node.async = false;
      node.generator = true;
    },
    AwaitExpression: function (node, context) {
      node.type = 'YieldExpression';
      node.isAwait = true;
    }
  });

  function around(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      if (isFunction(context.ancestors[i])) return context.ancestors[i];
    }
    return null;
  }

  // What begins an await in the function around; modules at their top are as async functions are.
  global.awaitText = function (context) {
    var node = around(context);
    return node && node.wasAsync && node.wasGenerator ? 'yield new __ajaxcrawl__.Awaited(' : 'yield(';
  };

  function yielded(node, context) {
    if (node.isAwait) {
      context.edits.replace(node.start, node.start + 'await'.length, awaitText(context));
      context.edits.after(node.start, node.end, ')');
      if (!around(context)) context.ancestors[0].isAsync = true;
    } else if (node.delegate && (around(context) || {}).wasAsync) {
      context.edits.wrap(node.argument.start, node.argument.end, '__ajaxcrawl__.delegate(', ')');
    }
  }

  function placeholders(node, context) {
    var names = [];
    for (var i = expected(node); i > 0; i--) names.unshift(newName(context, 'p'));
    return names.join(',');
  }

  function usesArguments(node, context) {
    return node.params.length > 0 || /\barguments\b|\beval\b/.test(context.code.slice(node.body.start, node.body.end));
  }

  function helper(node) {
    return '__ajaxcrawl__.' + (node.wasGenerator ? 'asyncGenerator' : 'async') + (node.isSplit ? '(function' : '(function*');
  }

  function splitBody(node, context) {
    context.edits.insert(bodyStart(node.body), 'return(function*(){');
    context.edits.insert(node.body.end - 1, '}).apply(this,arguments);');
  }

  function kindOf(node) {
    return !node.wasAsync ? 'asGenerator' : node.wasGenerator ? 'asAsyncGenerator' : 'asAsync';
  }

  // Whether the parameters of a generator have to have their values before its first step, and may.
  function isSplit(node, context) {
    if (node.wasAsync && !node.wasGenerator || node.params.every(function (one) { return one.type === 'Identifier'; })) return false;
    var names = [];
    node.params.forEach(function (one) { boundNames(one, names); });
    return !names.some(function (name) { return declaresVar(node.body, name); });
  }

  function arrow(node, context) {
    var isBlock = node.body.type === 'BlockStatement';
    var names = [];
    for (var i = expected(node); i > 0; i--) names.push(newName(context, 'p'));
    if (expected(node) < node.params.length) names.push('...' + newName(context, 'p'));
    var last = node.params[node.params.length - 1];
    var at = findToken(context.code, last ? last.end : node.start + 'async'.length, '=>');
    var isBare = last && findToken(context.code, node.start + 'async'.length, '(', node.params[0].start) < 0;
    context.edits.replace(node.start, isBare ? last.start : node.start + 'async'.length,
      '(' + names.join(',') + ')=>' + helper(node) + (isBare ? '(' : ''));
    context.edits.replace(at, at + 2, isBare ? ')' : '');
    if (!isBlock) wrapExpressionBody(node, context, []);
    context.edits.after(node.start, node.end, ',' + thisText(context) + (last ? ',[' + names.join(',') + ']' : '') + ')');
  }

  function plain(node, context) {
    var open = findToken(context.code, node.id ? node.id.end : node.start + (node.wasAsync ? 'async'.length : 0) + 'function'.length, '(');
    var name = node.id ? ' ' + node.id.name : '';
    if (node.wasAsync) {
      context.edits.replace(node.start, open, 'function' + name + '(' + placeholders(node, context) + '){return '
        + helper(node));
      var given = node.wasGenerator && node.id ? ',arguments,' + node.id.name : usesArguments(node, context) ? ',arguments' : '';
      context.edits.after(node.start, node.end, ',this' + given + ')}');
    } else { // a generator whose parameters have values before its first step
      var star = context.code.lastIndexOf('*', open);
      context.edits.replace(star, star + 1, ' ');
    }
  }

  // Methods become properties that are functions: Rhino lets no generator that is a method return a value.
  function method(node, holder, context) {
    var isNamed = !holder.computed && holder.key.type !== 'PrivateIdentifier';
    var start = holder.static ? findToken(context.code, holder.start, 'static') + 'static'.length : holder.start;
    var end = holder.computed ? findToken(context.code, start, '[') : holder.key.start;
    context.edits.replace(start, end, lineEnds(context.code.slice(start, end)));
    var before = ':';
    var after = '';
    if (node.wasAsync) {
      before += '__ajaxcrawl__.' + kindOf(node) + '(function(' + placeholders(node, context) + '){return ' + helper(node);
      after = ',this' + (usesArguments(node, context) ? ',arguments' : '') + ')}';
    } else if (node.isSplit) {
      before += '__ajaxcrawl__.asGenerator(function';
    } else {
      before += 'function*';
    }
    if (before !== ':function*') {
      after += isNamed ? ',' + JSON.stringify(String(holder.key.name || holder.key.value)) + ')' : ')';
    }
    context.edits.insert(node.start, before);
    context.edits.after(node.start, node.end, after);
  }

  function expression(node, context) {
    if (!node.generator) return;
    var holder = parent(context);
    node.isSplit = isSplit(node, context);
    if (node.isSplit) splitBody(node, context);
    if (isMethod(node, holder)) {
      method(node, holder, context);
      return;
    }
    if (!node.wasAsync && !node.isSplit) return;
    if (node.type === 'ArrowFunctionExpression') arrow(node, context); else plain(node, context);
    if (holder.type === 'CallExpression' && holder.callee === node) return;
    var name = node.id ? null : givenName(node, context);
    context.edits.wrap(node.start, node.end, '__ajaxcrawl__.' + kindOf(node) + '(', name ? ',' + JSON.stringify(name) + ')' : ')');
  }

  quirk({
    YieldExpression: yielded,
    'FunctionExpression ArrowFunctionExpression': expression,
    FunctionDeclaration: function (node, context) {
      if (!node.generator) return;
      var holder = parent(context);
      node.isSplit = isSplit(node, context);
      if (node.isSplit) splitBody(node, context);
      if (!node.wasAsync && !node.isSplit) return;
      plain(node, context);
      var text = ';__ajaxcrawl__.' + kindOf(node) + '(' + node.id.name + ');';
      if (holder.type === 'ExportNamedDeclaration' || holder.type === 'ExportDefaultDeclaration') holder = context.ancestors[0];
      if (holder.type === 'Program' && context.kind === 'module') {
        (holder.hoisted = holder.hoisted || []).push(text);
      } else if (Array.isArray(holder.body) && !(holder.type === 'Program' && context.kind === 'function')) {
        context.edits.insert(holder.type === 'Program' ? programStart(holder) : bodyStart(holder), text);
      }
    }
  });

  global.programStart = function (program) {
    var start = 0;
    for (var i = 0; i < program.body.length && program.body[i].directive; i++) start = program.body[i].end;
    return start;
  };
})(globalThis);
