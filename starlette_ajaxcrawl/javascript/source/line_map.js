// Reads a source map for what a page log needs: the original line of each line.
(function (global) {
  'use strict';

  var DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  var VALUES = {};
  for (var i = 0; i < DIGITS.length; i++) VALUES[DIGITS[i]] = i;

  // Original lines, from 0, by generated line; -1: made by the compiler, belongs to none.
  global.originalLines = function (mappings) {
    var lines = [];
    var original = 0;
    mappings.split(';').forEach(function (line) {
      var first = -1;
      line.split(',').forEach(function (segment) {
        var fields = decode(segment);
        if (fields.length < 4) return;
        original += fields[2];
        if (first < 0) first = original;
      });
      lines.push(first);
    });
    return lines;
  };

  function decode(segment) {
    var fields = [];
    var value = 0;
    var shift = 0;
    for (var i = 0; i < segment.length; i++) {
      var digit = VALUES[segment[i]];
      value += (digit & 31) << shift;
      if (digit & 32) {
        shift += 5;
      } else {
        fields.push(value & 1 ? -(value >> 1) : value >> 1);
        value = 0;
        shift = 0;
      }
    }
    return fields;
  }

  // Lines as they travel: of each, its distance to the line before, which is mostly 0 or 1.
  global.packLines = function (lines) {
    var last = 0;
    return lines.map(function (line) {
      if (line < 0) return '';
      var step = line - last;
      last = line;
      return step;
    }).join(',');
  };

  // The lines of a text that was made from another whose lines are known.
  global.composeLines = function (lines, earlier) {
    return lines.map(function (line) { return line < 0 || line >= earlier.length ? -1 : earlier[line]; });
  };
})(globalThis);
