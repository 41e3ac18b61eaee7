// Constructors become functions. Those of derived classes have `this` in a variable, which `super()` sets. In them, and in
// what else is no method for Rhino any more, `super.name` is read by the runtime.
(function (global) {
  'use strict';

  // The class whose constructor is around a node, through arrow functions; null: there is none.
  function constructorAround(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var node = context.ancestors[i];
      if (node.type === 'PropertyDefinition' && context.ancestors[i + 1] === node.value || node.type === 'StaticBlock') return null;
      if (!isFunction(node) || node.type === 'ArrowFunctionExpression') continue;
      return node.ofClass || null;
    }
    return null;
  }

  function isSuperCall(node) {
    return node.type === 'CallExpression' && node.callee.type === 'Super';
  }

  // Where a constructor has called `super()` for sure; Infinity: nowhere.
  function superEnd(body) {
    var end = Infinity;
    body.body.forEach(function (statement) {
      if (statement.type !== 'ExpressionStatement' || end < Infinity) return;
      var list = statement.expression.type === 'SequenceExpression' ? statement.expression.expressions : [statement.expression];
      list.forEach(function (one) { if (isSuperCall(one) && end === Infinity) end = one.end; });
    });
    return end;
  }

  quirk.enter({
    'ClassDeclaration ClassExpression': function (node, context) {
      node.body.body.forEach(function (member) {
        if (member.kind !== 'constructor') return;
        member.value.ofClass = node;
        if (!node.superClass) return;
        member.value.thisName = newName(context, 'this');
        member.value.superEnd = superEnd(member.value.body);
      });
    }
  });

  // What a constructor begins with.
  function beginning(node, context) {
    var type = node.ofClass;
    var text = 'new.target||__ajaxcrawl__.called(' + type.selfName + ');';
    if (node.thisName) return text + 'var ' + node.thisName + ';';
    return type.hasFields ? text + '__ajaxcrawl__.init(this,' + type.selfName + ');' : text;
  }

  // The constructor of a class that has none.
  global.givenConstructor = function (type) {
    var head = 'function ' + type.selfName;
    if (type.superClass) return head + '(...args){new.target||__ajaxcrawl__.called(' + type.selfName + ');return __ajaxcrawl__.super(' + type.selfName + ',new.target,void 0,args)}';
    return head + '(){new.target||__ajaxcrawl__.called(' + type.selfName + ');' + (type.hasFields ? '__ajaxcrawl__.init(this,' + type.selfName + ');' : '') + '}';
  };

  function target(context) { // new.target
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      if (!isFunction(context.ancestors[i])) continue;
      return context.ancestors[i].type === 'ArrowFunctionExpression' ? ownValue(context, 'targetName', 'new.target') : 'new.target';
    }
  }

  function parent(context) {
    return context.ancestors[context.ancestors.length - 1];
  }

  // The object that holds the function around a node, as a text, where Rhino does not know `super` there; else null.
  function homeText(context) {
    for (var i = context.ancestors.length - 1; i >= 0; i--) {
      var node = context.ancestors[i];
      if (node.type === 'PropertyDefinition' && context.ancestors[i + 1] === node.value || node.type === 'StaticBlock') return null;
      if (!isFunction(node) || node.type === 'ArrowFunctionExpression') continue;
      if (node.ofClass) return node.ofClass.selfName + '.prototype';
      if (!node.generator) return null;
      var holder = context.ancestors[i - 1];
      var owner = context.ancestors[i - 2];
      if (holder.type === 'MethodDefinition') {
        var type = context.ancestors[i - 3];
        type.homeName = type.homeName || newName(context, 'class');
        return type.homeName + (holder.static ? '' : '.prototype');
      }
      if (owner.type !== 'ObjectExpression') return null;
      return owner.homeName || (owner.homeName = newName(context, 'home'));
    }
    return null;
  }

  // The text of `super.name` up to its key; null: Rhino knows it there.
  function superText(context, name) {
    var home = homeText(context);
    if (home) return '__ajaxcrawl__.' + name + '(' + home + ',' + thisText(context) + ',';
    if (!isSuperOutOfReach(context)) return null;
    var own = ownValue(context, 'superName', '$$k=>super[$$k]');
    return own && name === 'superGet' ? own + '(' : null;
  }

  quirk({
    FunctionExpression: function (node, context) {
      if (!node.ofClass) return;
      context.edits.insert(bodyStart(node.body), beginning(node, context));
      if (node.thisName) {
        context.edits.insert(node.body.end - 1, ';return ' + (node.superEnd < Infinity ? node.thisName
          : '__ajaxcrawl__.initialized(' + node.thisName + ')'));
      }
    },
    ReturnStatement: function (node, context) {
      for (var i = context.ancestors.length - 1; i >= 0 && !isFunction(context.ancestors[i]); i--);
      var owner = context.ancestors[i];
      if (!owner || !owner.thisName) return;
      var end = node.start + 'return'.length;
      if (node.argument) {
        context.edits.replace(node.start, end, 'return __ajaxcrawl__.constructed(' + owner.thisName + ',');
        context.edits.after(node.argument.start, node.argument.end, ')');
      } else {
        context.edits.replace(node.start, end, 'return __ajaxcrawl__.initialized(' + owner.thisName + ')');
      }
    },
    CallExpression: function (node, context) {
      if (isSuperCall(node)) {
        var type = constructorAround(context);
        if (!type) return;
        var open = findToken(context.code, node.callee.end, '(');
        var name = thisText(context);
        context.edits.replace(node.start, open + 1, '(' + name + '=__ajaxcrawl__.super(' + type.selfName + ',' + target(context) + ',' + name + ',[');
        context.edits.insert(node.end - 1, ']');
        context.edits.after(node.start, node.end, ')');
      } else if (node.callee.isSuperText && !hasSpread(node)) {
        var start = findToken(context.code, node.callee.end, '(');
        context.edits.replace(start, start + 1, '.call(' + thisText(context) + (node.arguments.length ? ',' : ''));
      }
    },
    MemberExpression: function (node, context) {
      if (node.object.type !== 'Super') return;
      var holder = parent(context);
      var isAssigned = holder.type === 'AssignmentExpression' && holder.left === node;
      var text = superText(context, isAssigned ? 'superSet' : 'superGet');
      if (!text || isAssigned && holder.operator !== '=') return;
      var end = node.computed ? context.code.indexOf('[', node.object.end) + 1 : node.property.end;
      context.edits.replace(node.start, end, text + (node.computed ? '' : JSON.stringify(node.property.name)));
      if (isAssigned) {
        var sign = findToken(context.code, node.end, '=');
        context.edits.replace(node.computed ? node.end - 1 : node.end, sign + 1, ',');
        context.edits.after(holder.start, holder.end, ')');
      } else if (node.computed) {
        context.edits.replace(node.end - 1, node.end, ')');
      } else {
        context.edits.after(node.start, node.end, ')');
      }
      node.isSuperText = true;
    },
    ObjectExpression: function (node, context) {
      if (!node.homeName) return;
      context.edits.wrap(node.start, node.end, '(()=>{let ' + node.homeName + ';return ' + node.homeName + '=', '})()');
    }
  });
})(globalThis);
