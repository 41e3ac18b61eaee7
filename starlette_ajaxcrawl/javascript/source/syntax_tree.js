// Walks acorn's trees, and gathers changes to the text they were read from.
(function (global) {
  'use strict';

  // Calls visit(child) for each node below this one.
  global.eachChild = function (node, visit) {
    for (var key in node) {
      var value = node[key];
      if (value === null || typeof value !== 'object' || key === 'value' && node.type === 'Literal') continue;
      if (Array.isArray(value)) {
        for (var i = 0; i < value.length; i++) {
          if (value[i] && typeof value[i].type === 'string') visit(value[i]);
        }
      } else if (typeof value.type === 'string') {
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
