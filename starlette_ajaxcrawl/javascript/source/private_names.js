// `#name`: each class has a key for each of its private names, under which the runtime keeps values beside objects.
(function (global) {
  'use strict';

  // The keys of a class are variables of its own: { name: variable }.
  quirk.enter({
    ClassBody: function (node, context) {
      node.privateNames = Object.create(null);
      node.body.forEach(function (member) {
        if (member.key && member.key.type === 'PrivateIdentifier' && !node.privateNames[member.key.name]) {
          node.privateNames[member.key.name] = newName(context, 'k');
        }
      });
    }
  });

  global.privateName = function (node, context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var names = context.ancestors[i].privateNames;
      if (names && names[node.name]) return names[node.name];
    }
    throw new SyntaxError("Private field '#" + node.name + "' must be declared in an enclosing class");
  };

  global.isPrivate = function (node) {
    return node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier';
  };

  function dot(node, context) {
    return findToken(context.code, node.object.end, '.');
  }

  // Writes `object.#name` as `before object, key after`.
  function write(node, context, before, after) {
    context.edits.before(linkStart(node), node.end, before);
    context.edits.replace(dot(node, context), node.end, ',' + privateName(node.property, context) + after);
  }

  function isTarget(node, parent) {
    return (parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern' || /^For(?:In|Of)Statement$/.test(parent.type))
        && parent.left === node || parent.type === 'UpdateExpression' || parent.type === 'ArrayPattern' || parent.type === 'RestElement'
        || parent.type === 'Property' && parent.isInPattern;
  }

  quirk.enter({
    ObjectPattern: function (node) {
      node.properties.forEach(function (one) { if (one.type === 'Property') one.isInPattern = true; });
    }
  });

  quirk({
    MemberExpression: function (node, context) {
      if (!isPrivate(node) || node.optional) return;
      var parent = context.ancestors[context.ancestors.length - 1];
      if (parent.type === 'CallExpression' && parent.callee === node && !parent.optional) return;
      if (parent.type === 'AssignmentExpression' && parent.left === node || parent.type === 'UpdateExpression') return;
      if (isTarget(node, parent)) write(node, context, '__ajaxcrawl__.slot(', ').value');
      else write(node, context, '__ajaxcrawl__.get(', ')');
    },
    CallExpression: function (node, context) { // called on the object that has it
      var callee = node.callee;
      if (!isPrivate(callee) || node.optional) return;
      var open = findToken(context.code, callee.end, '(');
      if (callee.optional) { // it is read already
        context.edits.replace(open, open + 1, hasSpread(node) ? '.apply(' + callee.kept + ',[' : '.call(' + callee.kept + (node.arguments.length ? ',' : ''));
      } else {
        write(callee, context, '__ajaxcrawl__.' + (hasSpread(node) ? 'invokeWith(' : 'invoke('), '');
        context.edits.replace(open, open + 1, hasSpread(node) ? ',[' : node.arguments.length ? ',' : '');
      }
      if (hasSpread(node)) context.edits.insert(node.end - 1, ']');
    },
    AssignmentExpression: function (node, context) {
      var target = node.left;
      if (!isPrivate(target)) return;
      var key = privateName(target.property, context);
      var sign = findToken(context.code, target.end, node.operator);
      var end = sign + node.operator.length;
      if (node.operator === '=') {
        context.edits.before(node.start, node.end, '__ajaxcrawl__.set(');
        context.edits.replace(dot(target, context), end, ',' + key + ',');
        context.edits.after(node.start, node.end, ')');
        return;
      }
      var object = readAgain(target.object, context);
      var operator = node.operator.slice(0, -1);
      var isLogical = /^(?:\|\||&&|\?\?)$/.test(operator);
      if (isLogical) {
        context.edits.before(node.start, node.end, '(__ajaxcrawl__.get(');
        context.edits.replace(dot(target, context), end, ',' + key + ')' + operator + '__ajaxcrawl__.set(' + object + ',' + key + ',');
        context.edits.after(node.start, node.end, '))');
      } else {
        context.edits.before(node.start, node.end, '__ajaxcrawl__.set(');
        context.edits.replace(dot(target, context), end, ',' + key + ',__ajaxcrawl__.get(' + object + ',' + key + ')' + operator + '(');
        context.edits.after(node.start, node.end, '))');
      }
    },
    UpdateExpression: function (node, context) {
      var target = node.argument;
      if (!isPrivate(target)) return;
      var end = target.end;
      context.edits.before(node.start, node.end, '__ajaxcrawl__.update(');
      if (node.prefix) context.edits.replace(node.start, node.start + 2, '');
      else end = findToken(context.code, end, node.operator) + 2;
      context.edits.replace(dot(target, context), end, ',' + privateName(target.property, context) + ',' + (node.operator === '++' ? 1 : -1)
        + ',' + !node.prefix);
      context.edits.after(node.start, node.end, ')');
    },
    BinaryExpression: function (node, context) { // #name in object
      if (node.left.type !== 'PrivateIdentifier') return;
      var end = findToken(context.code, node.left.end, 'in') + 2;
      context.edits.replace(node.left.start, end, '__ajaxcrawl__.has(' + privateName(node.left, context) + ',');
      context.edits.after(node.start, node.end, ')');
    }
  });
})(globalThis);
