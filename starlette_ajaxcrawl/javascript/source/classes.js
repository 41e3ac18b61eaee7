// Classes become calls of the runtime, with their members as methods of object literals, in which Rhino knows `super`:
// `class A extends B { m() {} static s() {} f = 1 }` becomes
// `derived("A", B, [0, function A() {…}, 4, { m() {} }, 5, { s() {} }, 8, { f() { define(this, "f", 1); } }])`.
(function () {
  'use strict';

  // What the numbers in a class's list say; see ClassFunctions.java.
  var CONSTRUCTOR = 0;
  var METHODS = 4;
  var INITIALISER = 8;
  var KEY = 12;
  var STATIC = 1;
  var PRIVATE = 2;

  function isField(member) {
    return member.type === 'PropertyDefinition';
  }

  function isPrivateMember(member) {
    return member.key && member.key.type === 'PrivateIdentifier';
  }

  function names(node, context, name) { // in doubt it does
    return RegExp('(?<![\\w$.])' + name.replace(/\$/g, '\\$') + '(?![\\w$])').test(context.code.slice(node.start, node.end));
  }

  // Whether a class's name may be assigned to again.
  function isAssigned(name, context) {
    if (!context.assignedNames) {
      context.assignedNames = new Set(Array.from(context.code.matchAll(/(?<![\w$.])([\w$]+)\s*(?:=(?![=>])|[\]}]\s*=)/g), function (one) { return one[1]; }));
    }
    return context.assignedNames.has(name);
  }

  function hasDirective(statements) {
    for (var i = 0; i < statements.length && statements[i].directive; i++) {
      if (statements[i].directive === 'use strict') return true;
    }
    return false;
  }

  function isStrict(context) {
    return context.kind === 'module' || context.ancestors.some(function (one) {
      var body = isFunction(one) ? one.body : one;
      return one.type === 'ClassBody' || (body.type === 'Program' || body.type === 'BlockStatement') && hasDirective(body.body);
    });
  }

  function yields(node) { // outside of functions
    if (node.type === 'YieldExpression' || node.type === 'AwaitExpression') return true;
    var found = false;
    eachChild(node, function (child) {
      found = found || !isFunction(child) && child.type !== 'StaticBlock' && yields(child);
    });
    return found;
  }

  // Words that no function can have as its name.
  var WORDS = new Set(('arguments await break case catch class const continue debugger default delete do else enum eval export '
      + 'extends false finally for function if implements import in instanceof interface let new null package private '
      + 'protected public return static super switch this throw true try typeof var void while with yield').split(' '));

  function isName(text) {
    return /^[A-Za-z_$][\w$]*$/.test(text) && !WORDS.has(text);
  }

  quirk.enter({
    'ClassDeclaration ClassExpression': function (node, context) {
      if (node.id && /^(?:eval|arguments)$/.test(node.id.name)) throw new SyntaxError('Unexpected eval or arguments in strict mode');
      var given = node.id ? node.id.name : givenName(node, context);
      node.givenName = given;
      node.hasFields = node.body.body.some(function (member) {
        return !member.static && (isField(member) || isPrivateMember(member));
      });
      // the function's own name, by which the constructor knows its class
      var constructor = node.body.body.find(function (member) { return member.kind === 'constructor'; });
      var isFree = given && isName(given) && (node.id || !constructor || !names(constructor, context, given));
      if (isFree && constructor && node.id) {
        var taken = [];
        constructor.value.params.forEach(function (one) { boundNames(one, taken); });
        isFree = taken.indexOf(given) < 0 && !RegExp('\\b(?:var|let|const|function|class)\\s[^;]*\\b' + given.replace(/\$/g, '\\$') + '(?![\\w$])').test(context.code.slice(constructor.start, constructor.end));
      }
      node.selfName = isFree ? given : newName(context, 'class');
      node.yields = yields(node);
    }
  });

  // The variables that a class has for itself: { name, value }.
  function ownVariables(node, context) {
    var list = [];
    var name = node.id && node.id.name;
    if (name && (node.type === 'ClassExpression' || isAssigned(name, context))) {
      var isNamed = node.superClass && names(node.superClass, context, name) || node.body.body.some(function (member) {
        return (member.kind !== 'constructor' || node.selfName !== name) && names(member, context, name);
      });
      if (isNamed) list.push({ name: name });
    }
    Object.keys(node.body.privateNames).forEach(function (key) {
      list.push({ name: node.body.privateNames[key], value: '__ajaxcrawl__.private("#' + key + '")' });
    });
    if (node.homeName) list.push({ name: node.homeName });
    return list.concat(node.body.keyNames.map(function (key) { return { name: key }; }));
  }

  function declareAround(names, context) {
    var owner = context.ancestors.filter(function (one) { return isFunction(one) || one.type === 'Program'; }).pop();
    owner.temporaries = (owner.temporaries || []).concat(names);
  }

  function write(node, context, before, after) {
    var edits = context.edits;
    var code = context.code;
    var own = ownVariables(node, context);
    var makeStrict = !isStrict(context);
    var open = '';
    var close = '';
    if (node.yields && own.length) { // what yields can't be in another function
      declareAround(own.map(function (one) { return one.name; }), context);
      open = '(' + own.map(function (one) { return one.value ? one.name + '=' + one.value + ',' : ''; }).join('');
      close = ')';
    } else if (own.length || makeStrict && !node.yields) {
      var list = own.map(function (one) { return one.value ? one.name + '=' + one.value : one.name; });
      open = '(()=>{' + (makeStrict ? '"use strict";' : '') + (list.length ? 'let ' + list.join(',') + ';' : '') + 'return ';
      close = '})()';
    }
    var hasStatics = node.body.body.some(function (member) { return member.type === 'StaticBlock' || member.static && isField(member); });
    if (hasStatics) {
      open += '__ajaxcrawl__.statics(';
      close = ')' + close;
    }
    if (node.id && (own.length && own[0].name === node.id.name || hasStatics && node.type === 'ClassDeclaration')) open += node.id.name + '=';
    if (node.homeName) open += node.homeName + '=';
    open += '__ajaxcrawl__.' + (node.superClass ? 'derived(' : 'class(') + (node.givenName === null ? 'void 0' : JSON.stringify(node.givenName)) + ',';
    var end = node.id ? node.id.end : node.start + 'class'.length;
    edits.replace(node.start, end, before + open + lineEnds(code.slice(node.start, end)));
    if (node.superClass) {
      var word = findToken(code, end, 'extends');
      edits.replace(word, word + 'extends'.length, '');
      edits.before(node.body.start, node.body.end, ',');
    }
    edits.after(node.start, node.end, ')' + close + after);
  }

  function codeOf(member) {
    var code = (member.static ? STATIC : 0) + (isPrivateMember(member) ? PRIVATE : 0);
    if (isField(member) || member.type === 'StaticBlock') return INITIALISER + (member.static || member.type === 'StaticBlock' ? STATIC : 0);
    if (member.kind === 'constructor') return CONSTRUCTOR;
    return code + METHODS;
  }

  // isFirst: the literal is the first with methods, which becomes the prototype.
  function writeMember(member, code, previous, isFirst, context) {
    var edits = context.edits;
    var source = context.code;
    var isRun = code === previous && (code === METHODS || code === METHODS + STATIC || isField(member) && !member.computed);
    var start = member.static ? findToken(source, member.start, 'static') + 'static'.length : member.start;
    var before = (previous === null ? '' : isRun ? previous >= INITIALISER ? '' : ',' : closing(previous) + ',');
    if (member.type === 'StaticBlock') {
      edits.replace(member.start, source.indexOf('{', member.start), before + code + ',{f()');
      return;
    }
    if (code === CONSTRUCTOR) {
      edits.replace(member.start, member.key.end, before + code + ',function ' + context.ancestors[context.ancestors.length - 1].selfName);
      return;
    }
    if (isField(member)) {
      writeField(member, start, before, isRun ? '' : code + ',{f(){', context);
      return;
    }
    if (!isRun) before += code + ',' + (code & PRIVATE ? member.privateKey + ',' : '') + '{' + (isFirst ? 'constructor:0,' : '');
    if (isPrivateMember(member)) edits.replace(member.key.start, member.key.start + 1, '');
    if (member.static) edits.replace(member.start, start, before);
    else edits.before(member.start, member.end, before);
  }

  function writeField(member, start, before, opening, context) {
    var edits = context.edits;
    var source = context.code;
    var sign = member.value ? findToken(source, member.key.end, '=') : -1;
    var head = '__ajaxcrawl__.' + (isPrivateMember(member) ? 'add' : 'define') + '(this,';
    var end = member.value ? sign + 1 : member.end;
    var hasEnd = source[member.end - 1] === ';';
    var value = member.value ? '' : 'void 0);';
    if (member.computed) {
      var name = member.keyName;
      edits.replace(member.start, member.key.start, before + KEY + ',' + name + '=__ajaxcrawl__.key(');
      edits.replace(member.key.end, end, '),' + opening + head + name + ',' + value);
    } else {
      var key = isPrivateMember(member) ? member.privateKey : JSON.stringify(String(member.key.name || member.key.value));
      edits.replace(member.start, end, before + opening + head + key + ',' + value + lineEnds(source.slice(member.start, end)));
    }
    if (!member.value) return;
    if (hasEnd) edits.replace(member.end - 1, member.end, ');');
    else edits.after(member.start, member.end, ');');
    if (member.static && !member.computed && !isPrivateMember(member)) nameValue(String(member.key.name || member.key.value), member.value, context);
  }

  function closing(code) {
    return code === CONSTRUCTOR ? '' : code >= INITIALISER ? '}}' : '}';
  }

  function members(node, context) {
    var source = context.code;
    var type = context.ancestors[context.ancestors.length - 1];
    var at = node.start + 1;
    var previous = null;
    var isBlock = false;
    var hasMethods = false;
    context.edits.replace(node.start, at, '[');
    node.body.forEach(function (member) {
      var code = codeOf(member);
      if (at < member.start) context.edits.replace(at, member.start, lineEnds(source.slice(at, member.start)));
      if (isBlock) previous = CONSTRUCTOR; // closed by itself
      writeMember(member, code, previous, code === METHODS && !hasMethods, context);
      hasMethods = hasMethods || code === METHODS;
      isBlock = member.type === 'StaticBlock';
      if (isBlock) context.edits.after(member.start, member.end, '}');
      previous = code;
      at = member.end;
    });
    if (at < node.end - 1) context.edits.replace(at, node.end - 1, lineEnds(source.slice(at, node.end - 1)));
    var rest = previous === null || isBlock ? '' : closing(previous);
    if (!node.body.some(function (member) { return member.kind === 'constructor'; })) {
      rest += (previous === null ? '' : ',') + CONSTRUCTOR + ',' + givenConstructor(type);
    }
    context.edits.replace(node.end - 1, node.end, rest + ']');
  }

  quirk.enter({
    ClassBody: function (node, context) {
      node.keyNames = [];
      node.body.forEach(function (member) {
        if (isPrivateMember(member)) member.privateKey = node.privateNames[member.key.name];
        if (isField(member) && member.computed) node.keyNames.push(member.keyName = newName(context, 'k'));
      });
    }
  });

  quirk({
    ClassBody: members,
    ClassExpression: function (node, context) { write(node, context, '', ''); },
    ClassDeclaration: function (node, context) {
      var holder = context.ancestors[context.ancestors.length - 1];
      write(node, context, 'let ' + (node.id ? node.id.name : holder.defaultName) + '=', ';');
    }
  });
})();
