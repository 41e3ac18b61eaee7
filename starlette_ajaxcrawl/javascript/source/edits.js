// Changes to a text, gathered in any order and written at once. What is moved or repeated is named by its place, so that
// the changes within it come along.
(function (global) {
  'use strict';

  var CLOSE = 0; // at one position: what closes before what opens, inner closers first, outer openers first
  var OPEN = 1;
  var REPLACE = 2;

  function Edits() {
    this.list = [];
  }

  function add(edits, kind, at, start, end, text) {
    edits.list.push({ kind: kind, at: at, start: start, end: end, text: text, size: end - start, turn: edits.list.length });
  }

  // Texts are strings, or lists of strings and of places in the code, [start, end], whose text is written there.

  // Puts text around [start, end). Of wraps of the same place the later one is outside.
  Edits.prototype.wrap = function (start, end, before, after) {
    add(this, OPEN, start, start, end, before);
    add(this, CLOSE, end, start, end, after);
  };

  // Puts text before [start, end), as if it went around it.
  Edits.prototype.before = function (start, end, text) {
    add(this, OPEN, start, start, end, text);
  };

  Edits.prototype.after = function (start, end, text) {
    add(this, CLOSE, end, start, end, text);
  };

  // Puts text behind a statement, with the brackets that its expressions get inside.
  Edits.prototype.end = function (start, end, text) {
    this.after(start, end, text);
    this.list[this.list.length - 1].isEnd = true;
  };

  // Puts text around a statement.
  Edits.prototype.enclose = function (start, end, before, after) {
    this.before(start, end, before);
    this.end(start, end, after);
  };

  Edits.prototype.insert = function (at, text) {
    add(this, OPEN, at, at, at, text);
  };

  // Puts text in place of [start, end).
  Edits.prototype.replace = function (start, end, text) {
    add(this, REPLACE, start, start, end, text);
  };

  // Puts text in place of [start, end), which is written elsewhere with what goes around it.
  Edits.prototype.move = function (start, end, text) {
    add(this, REPLACE, start, start, end, text);
    this.list[this.list.length - 1].isMove = true;
  };

  function order(a, b) {
    if (a.at !== b.at) return a.at - b.at;
    if (a.kind === CLOSE || b.kind === CLOSE) {
      return a.kind !== b.kind ? a.kind - b.kind : a.size - b.size || (a.isEnd ? 1 : 0) - (b.isEnd ? 1 : 0) || a.turn - b.turn;
    }
    var aIsPoint = a.kind === OPEN && !a.size;
    var bIsPoint = b.kind === OPEN && !b.size;
    if (aIsPoint || bIsPoint) return aIsPoint && bIsPoint ? a.turn - b.turn : aIsPoint ? -1 : 1;
    return b.size - a.size || (a.isMove ? -1 : b.isMove ? 1 : 0) || a.kind - b.kind || b.turn - a.turn;
  }

  function firstAt(list, position) {
    var low = 0;
    var high = list.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (list[middle].at < position) low = middle + 1; else high = middle;
    }
    return low;
  }

  // The changed text of [from, to), or of all.
  Edits.prototype.apply = function (code, from, to) {
    if (!this.isSorted) {
      this.list.sort(order);
      this.isSorted = true;
    }
    var out = [];
    out.last = ' ';
    var isWhole = from === undefined;
    write(this.list, code, isWhole ? 0 : from, isWhole ? code.length : to, isWhole, out);
    return out.join('');
  };

  var NAME = /[\w$\u0080-\uffff]/;

  // Puts out a text; a word does not run into the one before it.
  function put(out, text) {
    if (!text) return;
    if (NAME.test(text[0]) && NAME.test(out.last)) out.push(' ');
    out.push(text);
    out.last = text[text.length - 1];
  }

  function write(list, code, from, to, isWhole, out) {
    var position = from;
    var replaced = null;
    for (var i = firstAt(list, from); i < list.length && list[i].at <= to; i++) {
      var edit = list[i];
      if (edit.start < from || edit.end > to || edit.at < position) continue; // of what is around, or replaced
      if (edit.at === to && !isWhole && edit.start === edit.end) continue; // belongs to what follows
      if (edit.isMove && edit.start === from && edit.end === to) continue; // this is where it is moved to
      if (edit.kind === CLOSE && replaced && edit.at === replaced.end
          && (edit.start > replaced.start || edit.start === replaced.start && replaced.isMove)) continue; // went with it
      put(out, code.slice(position, edit.at));
      position = edit.at;
      if (edit.kind === REPLACE) {
        position = edit.end;
        replaced = edit;
      }
      if (typeof edit.text === 'string') {
        put(out, edit.text);
        continue;
      }
      edit.text.forEach(function (part) {
        if (typeof part === 'string') put(out, part);
        else write(list, code, part[0], part[1], false, out);
      });
    }
    put(out, code.slice(position, to));
  }

  global.Edits = Edits;
})(globalThis);
