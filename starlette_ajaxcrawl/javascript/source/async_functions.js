// What was an async function, or a generator, is a plain function once it is lowered: it gets the prototype of its kind,
// by which pages tell functions apart. What its parameters throw rejects its promise.
(function () {
  'use strict';

  var KINDS = { _async_to_generator: 'asAsync', _wrap_async_generator: 'asAsyncGenerator' };

  function skipDirectives(body) {
    var i = 0;
    while (i < body.length && body[i].directive) i++;
    return i;
  }

  // What SWC has moved from the parameters into the body; null: nothing.
  function moved(node) {
    var first = node.body.body[skipDirectives(node.body.body)];
    if (!first || first.type !== 'VariableDeclaration' || first.kind !== 'let') return null;
    var names = node.params.map(function (one) { return (one.argument || one).name; })
      .filter(function (name) { return /^ref\d*$/.test(name); });
    var isMoved = names.length && first.declarations.some(function mentions(part) {
      if (part.type === 'Identifier') return names.indexOf(part.name) >= 0;
      var found = false;
      eachChild(part, function (child) { found = found || mentions(child); });
      return found;
    });
    return isMoved ? first : null;
  }

  function callsHelper(call, context) {
    var callee = call && call.type === 'CallExpression' && call.callee;
    return callee && callee.type === 'Identifier' ? KINDS[addedHelper(callee.name, context)] : undefined;
  }

  // What the runtime is to make of a function; undefined: it is a plain one.
  function kindOf(node, context) {
    if (node.generator) return node.isSplit ? 'asGenerator' : undefined;
    var value = node.body;
    if (value.type === 'BlockStatement') {
      var last = value.body[value.body.length - 1];
      value = last && last.type === 'ReturnStatement' ? last.argument : null;
    }
    if (!value || value.type !== 'CallExpression') return undefined;
    var inner = value.callee.type === 'MemberExpression' ? value.callee.object : value.callee; // …(function*() {})() or .call(this)
    return callsHelper(inner, context);
  }

  // The name that a function expression gets from where it stands; null: that is not known before it is made.
  function givenName(node, parent) {
    if (node.id) return '';
    if (parent.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : '';
    if (parent.type === 'AssignmentExpression') return parent.right === node && parent.left.type === 'Identifier' ? parent.left.name : '';
    if (parent.type !== 'Property') return '';
    return parent.computed ? null : String(parent.key.name || parent.key.value);
  }

  // The parameters of a generator have their values before its first step: what is moved stays, the rest is another one.
  function split(node, context) {
    var parent = context.ancestors[context.ancestors.length - 1];
    var asks = callsHelper(parent, context);
    var parameters = asks === 'asAsync' ? null : moved(node);
    var holder = parent.type === 'Property' && parent.method ? parent : node;
    if (!parameters || holder !== node && /\bsuper\b/.test(context.code.slice(node.start, node.end))) return;
    node.isSplit = !asks;
    var star = context.code.indexOf('*', holder.start);
    context.edits.replace(star, star + 1, '');
    context.edits.insert(parameters.end, 'return(function*(){');
    context.edits.insert(node.body.end - 1, '}).apply(this,arguments);');
  }

  function reject(node, context) {
    var body = node.body.body;
    if (!body) return;
    var first = skipDirectives(body);
    if (first < body.length - 1) {
      context.edits.wrap(body[first].start, body[body.length - 1].end, 'try{', '}catch($$e){return __ajaxcrawl__.rejected($$e)}');
    }
  }

  function expression(node, context) {
    if (node.generator) split(node, context);
    var kind = kindOf(node, context);
    if (!kind) return;
    if (kind === 'asAsync') reject(node, context);
    var parent = context.ancestors[context.ancestors.length - 1];
    if (parent.type === 'CallExpression' && parent.callee === node || parent.type === 'Property' && (parent.method || parent.kind !== 'init')) return;
    var name = givenName(node, parent);
    if (name === null) return;
    context.edits.wrap(node.start, node.end, '__ajaxcrawl__.' + kind + '(', name ? ',' + JSON.stringify(name) + ')' : ')');
  }

  quirk({
    ArrowFunctionExpression: expression,
    FunctionExpression: expression,
    FunctionDeclaration: function (node, context) {
      if (node.generator) split(node, context);
      var kind = kindOf(node, context);
      if (!kind) return;
      if (kind === 'asAsync') reject(node, context);
      var parent = context.ancestors[context.ancestors.length - 1];
      if (!Array.isArray(parent.body) || parent.type === 'Program' && context.kind === 'function'
          || addedHelper(node.id.name, context)) return; // a private method: it is called only
      var first = skipDirectives(parent.body);
      var start = first ? parent.body[first - 1].end : parent.type === 'Program' ? 0 : parent.start + 1;
      context.edits.insert(start, ';__ajaxcrawl__.' + kind + '(' + node.id.name + ');');
    },
    ObjectExpression: function (node, context) {
      var methods = node.properties.filter(function (one) { return one.method && !one.computed && kindOf(one.value, context); });
      if (!methods.length) return;
      context.edits.wrap(node.start, node.end, '__ajaxcrawl__.methods(', ',' + JSON.stringify(methods.map(function (one) {
        return [String(one.key.name || one.key.value), kindOf(one.value, context)];
      })) + ')');
    }
  });
})();
