// Regular expressions as Rhino knows them: without set notation (flag v), without many of Unicode's properties.
// V8 knows both, so classes that Rhino can't read are written out as the code points that V8 finds in them.
(function (global) {
  'use strict';

  var UNKNOWN = new RegExp('^(?:Script_Extensions|scx)=|^(?:Any|Hex(?:_Digit)?|Assigned|XID_Start|XIDS|XID_Continue|XIDC|'
      + 'E(?:moji(?:_.*)?|Pres|Mod|Base|Comp)|Extended_Pictographic|ExtPict|R(?:egional_Indicator|I)|Ideo(?:graphic)?|'
      + 'U(?:nified_Ideograph|Ideo)|Dash|Dia(?:critic)?|Math|Cased|CI|Case_Ignorable|DI|Default_Ignorable_Code_Point|'
      + 'NChar|Noncharacter_Code_Point|Pat_(?:Syn|WS)|Pattern_.*|QMark|Quotation_Mark|VS|Variation_Selector|Join_C(?:ontrol)?|'
      + 'S(?:entence_)?Term(?:inal)?|Term(?:inal_Punctuation)?|Ext(?:ender)?|Gr(?:apheme)?_(?:Base|Ext(?:end)?)|'
      + 'Bidi_.*|C(?:hanges_)?W.*|S(?:oft_Dotted|D)|Dep(?:recated)?|IDS.*|LOE|Logical_Order_Exception|Radical)$');
  var expansions = {};

  function escaped(code, flags) {
    return /[uv]/.test(flags) ? '\\u{' + code.toString(16) + '}' : '\\u' + code.toString(16).padStart(4, '0');
  }

  // The code points (code units, without flags u and v) that one class matches, as the inside of a class that Rhino reads.
  global.expandClass = function (atom, flags) {
    var key = flags + atom;
    if (expansions[key] === undefined) {
      var matches = new RegExp('^' + atom + '$', flags);
      var end = /[uv]/.test(flags) ? 0x110000 : 0x10000;
      var ranges = '';
      var first = -1;
      for (var code = 0; code <= end; code++) {
        if (code < end && matches.test(String.fromCodePoint(code))) {
          if (first < 0) first = code;
        } else if (first >= 0) {
          ranges += first === code - 1 ? escaped(first, flags) : escaped(first, flags) + '-' + escaped(code - 1, flags);
          first = -1;
        }
      }
      expansions[key] = ranges;
    }
    return expansions[key];
  };

  // The end of the class that begins at `start`; with flag v classes nest.
  function classEnd(pattern, start, nests) {
    var depth = 0;
    for (var i = start; i < pattern.length; i++) {
      if (pattern[i] === '\\') {
        i++;
      } else if (pattern[i] === '[' && (nests || depth === 0)) {
        depth++;
      } else if (pattern[i] === ']' && --depth === 0) {
        return i + 1;
      }
    }
    return pattern.length;
  }

  function propertyEnd(pattern, start) {
    return pattern.indexOf('}', start) + 1;
  }

  function isProperty(pattern, at) {
    return pattern[at] === '\\' && (pattern[at + 1] === 'p' || pattern[at + 1] === 'P') && pattern[at + 2] === '{';
  }

  // Properties of strings. RGI_Emoji has thousands of them: what is built in the same way counts.
  function stringProperty(name) {
    var emoji = '[' + expandClass('\\p{Emoji}', 'u') + '](?:\\uFE0F|[' + expandClass('\\p{Emoji_Modifier}', 'u') + '])?';
    var kinds = {
      ZWJ: emoji + '(?:\\u200D' + emoji + ')+',
      Tag: '\\u{1F3F4}[\\u{E0030}-\\u{E007A}]+\\u{E007F}',
      Flag: '[\\u{1F1E6}-\\u{1F1FF}]{2}',
      Keycap: '[0-9#*]\\uFE0F\\u20E3',
      Modifier: '[' + expandClass('\\p{Emoji_Modifier_Base}', 'u') + '][' + expandClass('\\p{Emoji_Modifier}', 'u') + ']',
      Basic: '(?:[' + expandClass('\\p{Emoji_Presentation}', 'u') + ']|[' + expandClass('\\p{Emoji}', 'u') + ']\\uFE0F)'
    };
    var kind = /ZWJ|Tag|Flag|Keycap|Modifier|Basic/.exec(name);
    return kind ? kinds[kind[0]] : '(?:' + Object.keys(kinds).map(function (one) { return kinds[one]; }).join('|') + ')';
  }

  var STRING_PROPERTY = /\\p\{(RGI_\w+|Basic_Emoji|Emoji_Keycap_Sequence)\}/;

  // The strings of a class with \q{…} that are longer than one code point.
  function classStrings(text) {
    var strings = [];
    var property = STRING_PROPERTY.exec(text);
    if (property) strings.push(stringProperty(property[1]));
    text.replace(/\\q\{([^}]*)\}/g, function (_, list) {
      list.split('|').forEach(function (one) { if (Array.from(one).length !== 1) strings.push(one); });
    });
    return strings.sort(function (a, b) { return b.length - a.length; });
  }

  // With flag u Rhino takes the last dash of [\\w-] for a range.
  function withEscapedDashes(pattern) {
    return pattern.replace(/(\\[pP]\{[^}]*\}|\\[\s\S])-(?=\])/g, function (text, escape) {
      return /^\\[dDpPsSwW]/.test(escape) ? escape + '\\-' : text;
    });
  }

  // With flag u Rhino allows no quantifier behind a group that begins with an assertion.
  function withLeadingGroups(pattern) {
    return pattern.replace(/(\\[\s\S])|(\((?:\?:)?)(?=\(\?<?[=!])/g, function (text, escape) { return escape || text + '(?:)'; });
  }

  // A pattern of flags u or v, with flag u, as Rhino reads it.
  global.plainPattern = function (pattern, flags) {
    if (flags.indexOf('v') < 0) pattern = withLeadingGroups(withEscapedDashes(pattern));
    var isSets = flags.indexOf('v') >= 0;
    var flag = isSets ? 'v' : 'u';
    var out = '';
    for (var i = 0; i < pattern.length;) {
      var end;
      if (isProperty(pattern, i)) {
        end = propertyEnd(pattern, i);
        var atom = pattern.slice(i, end);
        out += isSets && STRING_PROPERTY.test(atom) ? stringProperty(atom.slice(3, -1)) : UNKNOWN.test(atom.slice(3, -1)) || isSets ? '[' + expandClass(atom, flag) + ']' : atom;
      } else if (pattern[i] === '\\') {
        end = i + 2;
        out += pattern.slice(i, end);
      } else if (pattern[i] === '[') {
        end = classEnd(pattern, i, isSets);
        var text = pattern.slice(i, end);
        var strings = isSets ? classStrings(text) : [];
        var set = isSets || needsPlain(text, flags) ? '[' + expandClass(text, flag) + ']' : text;
        out += strings.length ? '(?:' + strings.concat(set).join('|') + ')' : set;
      } else {
        end = i + 1;
        out += pattern[i];
      }
      i = end;
    }
    return out;
  };

  function needsPlain(pattern, flags) {
    var found = false;
    if (/[uv]/.test(flags)) {
      pattern.replace(/\\[pP]\{([^}]*)\}/g, function (_, name) { found = found || UNKNOWN.test(name); });
    }
    return found;
  }

  // Without flags u and v, \p is a letter.
  function withoutProperties(pattern) {
    return pattern.replace(/\\([\s\S])/g, function (escape, letter) { return /[pP]/.test(letter) ? letter : escape; });
  }

  // The pattern that Rhino runs for another, as "flags/pattern".
  function rhinoPattern(pattern, flags) {
    var plain = withoutModifiers(withNamesOnce(pattern), flags.replace('d', ''));
    return plain.flags.replace('v', 'u') + '/'
        + (/[uv]/.test(flags) ? plainPattern(plain.pattern, plain.flags) : withoutProperties(plain.pattern));
  }

  // What `new RegExp` is given at run time, as "flags/pattern": the code of the answer is what Rhino runs.
  global.lowerPattern = function (text) {
    var slash = text.indexOf('/');
    var flags = text.slice(0, slash);
    var pattern = text.slice(slash + 1);
    try {
      new RegExp(pattern, flags); // says what is wrong with it
    } catch (error) {
      return JSON.stringify({ error: { message: error.message, line: 1, column: 1 } }) + '\n';
    }
    return '{}\n' + rhinoPattern(pattern, flags);
  };

  quirk({
    Literal: function (node, context) {
      if (!node.regex) return;
      var pattern = node.regex.pattern;
      var flags = node.regex.flags;
      if (/[dv]/.test(flags) || needsPlain(pattern, flags) || hasUnknownGroups(pattern)
          || /u/.test(flags) && withLeadingGroups(withEscapedDashes(pattern)) !== pattern) {
        context.edits.replace(node.start, node.end,
          '__ajaxcrawl__.regExp(' + [rhinoPattern(pattern, flags), flags, pattern].map(JSON.stringify) + ')');
      }
    }
  });
})(globalThis);
