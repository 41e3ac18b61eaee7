// SWC writes the helpers that its code calls into each source. In place of some stand the runtime's, which follow the
// standard and are there once; those that only they call go. Line numbers stay.
(function (global) {
  'use strict';

  var HELPERS = {
    _define_property: 'define',
    _create_class: 'members',
    _defineProperties: '',
    _inherits: 'inherits',
    _call_super: 'construct',
    _possible_constructor_return: 'constructed',
    _assert_this_initialized: 'initialized',
    _class_call_check: 'checkNew',
    _wrap_native_super: 'same',
    _async_to_generator: 'async',
    asyncGeneratorStep: '',
    _wrap_async_generator: 'asyncGenerator',
    _async_generator: '',
    _overload_yield: 'Awaited',
    _ts_add_disposable_resource: 'use',
    _ts_dispose_resources: 'dispose'
  };

  // The helper's name without the number that SWC may add where a source has that name too; undefined: it is the source's.
  global.addedHelper = function (name, context) {
    var known = context.helpers = context.helpers || Object.create(null);
    if (known[name] === undefined) {
      var base = name.replace(/\d+$/, '');
      known[name] = (isHelper(base) && hasText(base, context) ? name === placed(base, context) : !hasText(name, context))
        ? base : null;
    }
    return known[name] || undefined;
  };

  // The name of a helper whose name the source has, too: SWC renames one of both, and places the helper first.
  function placed(base, context) {
    var renamed = (context.code.match(new RegExp('\\b' + base + '\\d+\\b', 'g')) || []).filter(function (name) {
      return !hasText(name, context);
    });
    var functions = context.code.match(new RegExp('\\bfunction ' + base + '\\d*(?=\\()', 'g')) || [];
    functions = functions.map(function (text) { return text.slice('function '.length); }).filter(function (name) {
      return name === base || renamed.indexOf(name) >= 0;
    });
    return renamed.length ? functions[0] : null;
  }

  function isHelper(base) {
    return Object.prototype.hasOwnProperty.call(HELPERS, base);
  }

  function hasText(name, context) {
    return context.source.indexOf(name) >= 0;
  }

  function linesOf(node, context) {
    return context.code.slice(node.start, node.end).replace(/[^\n]+/g, '');
  }

  quirk({
    ExpressionStatement: function (node, context) { // _async_generator.prototype.next = …
      var owner = node.expression.type === 'AssignmentExpression' && node.expression.left.object;
      owner = owner && owner.object;
      if (owner && /^_async_generator\d*$/.test(owner.name) && addedHelper(owner.name, context)) {
        context.edits.replace(node.start, node.end, linesOf(node, context));
      }
    },
    FunctionDeclaration: function (node, context) {
      var name = node.id.name;
      var base = name.replace(/\d+$/, '');
      if (!isHelper(base) || !addedHelper(name, context)) return;
      var lines = linesOf(node, context);
      if (!HELPERS[base]) {
        context.edits.replace(node.start, node.end, lines);
      } else {
        context.edits.replace(node.start, node.id.start, 'var ');
        context.edits.replace(node.id.end, node.end, '=__ajaxcrawl__.' + HELPERS[base] + ';' + lines);
      }
    }
  });
})(globalThis);
