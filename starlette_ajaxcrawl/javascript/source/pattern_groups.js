// Groups of regular expressions as Rhino knows them: without modifiers, `(?i:…)`, and with each name once.
(function (global) {
  'use strict';

  // An escape, a class, the beginning of a group, or one character; classes of flag v nest one level here.
  var TOKEN = /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|c[a-zA-Z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[\s\S])|\[(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]])*\]|[^\]])*\]|\(\?(?:[ims]*(?:-[ims]*)?:|<[^=!>][^>]*>|<?[=!])|[\s\S]/gu;
  var MODIFIERS = /^\(\?([ims]*)(?:-([ims]*))?:$/;
  var LINE_END = '[\\n\\r\\u2028\\u2029]';
  var FOLDED = ['\u017f', '\u212a', '\u212b', '\u1e9e', '\u2126']; // what folds to letters besides their other case

  function hasModifiers(pattern) {
    return /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(pattern);
  }

  function tokens(pattern) {
    return pattern.match(TOKEN) || [];
  }

  // The character that a token stands for, if it is one.
  function character(token) {
    var code = /^\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))$/.exec(token);
    return code ? String.fromCodePoint(parseInt(code[1] || code[2] || code[3], 16)) : token;
  }

  // One letter in whatever case.
  function anyCase(letter, unicode) {
    var matches = new RegExp('^' + letter + '$', 'i' + unicode);
    var cases = [letter, letter.toLowerCase(), letter.toUpperCase()].concat(FOLDED).filter(function (one, index, all) {
      return matches.test(one) && all.indexOf(one) === index;
    });
    return cases.length > 1 ? '[' + cases.join('') + ']' : letter;
  }

  function isSet(token) {
    return token[0] === '[' || /^\\[dDsSwWpP]/.test(token);
  }

  function written(token, state, flags, unicode) {
    var isWide = state.s && flags.indexOf('s') < 0;
    if (token === '.' && state.s !== flags.indexOf('s') >= 0) return isWide ? '[\\s\\S]' : '[^\\n\\r\\u2028\\u2029]';
    if (state.m !== flags.indexOf('m') >= 0) {
      if (token === '^') return state.m ? '(?<=^|' + LINE_END + ')' : '(?<![\\s\\S])';
      if (token === '$') return state.m ? '(?=$|' + LINE_END + ')' : '(?![\\s\\S])';
    }
    if (state.i && flags.indexOf('i') < 0) {
      if (isSet(token)) return '[' + expandClass(token, unicode + 'i') + ']';
      if (/^[\p{L}\p{S}\p{M}]$/u.test(character(token))) return anyCase(character(token), unicode);
    }
    return token;
  }

  // The pattern with its modifiers written out, and the flags that are left: i goes where a group changes it.
  global.withoutModifiers = function (pattern, flags) {
    if (!hasModifiers(pattern)) return { pattern: pattern, flags: flags };
    var unicode = flags.replace(/[^uv]/g, '');
    var all = tokens(pattern);
    var state = { i: flags.indexOf('i') >= 0, m: flags.indexOf('m') >= 0, s: flags.indexOf('s') >= 0 };
    var changesCase = all.some(function (token) { return MODIFIERS.test(token) && token.indexOf('i') >= 0; });
    var left = changesCase ? flags.replace('i', '') : flags;
    var outer = [];
    var out = all.map(function (token) {
      if (token[0] === '(') {
        outer.push(state);
        var found = MODIFIERS.exec(token);
        if (!found) return token;
        state = Object.assign({}, state);
        Array.from(found[1] || '').forEach(function (flag) { state[flag] = true; });
        Array.from(found[2] || '').forEach(function (flag) { state[flag] = false; });
        return '(?:';
      }
      if (token === ')') {
        state = outer.pop();
        return token;
      }
      return written(token, state, left, unicode);
    }).join('');
    return { pattern: out, flags: left };
  };

  // Names that stand twice become name$$2 and so on; SiteRegExp gives the groups their name back.
  global.withNamesOnce = function (pattern) {
    var counts = Object.create(null);
    var all = tokens(pattern);
    var named = all.map(function (token) {
      var name = /^\(\?<([^=!].*)>$/.exec(token);
      if (!name) return token;
      var count = counts[name[1]] = (counts[name[1]] || 0) + 1;
      return count === 1 ? token : '(?<' + name[1] + '$$' + count + '>';
    });
    if (!Object.keys(counts).some(function (name) { return counts[name] > 1; })) return pattern;
    return named.map(function (token) { // of the groups of one name all but one are empty
      var name = /^\\k<(.*)>$/.exec(token);
      var text = token;
      for (var i = 2; name && i <= counts[name[1]]; i++) text += '\\k<' + name[1] + '$$' + i + '>';
      return text === token ? token : '(?:' + text + ')';
    }).join('');
  };

  global.hasUnknownGroups = function (pattern) {
    return hasModifiers(pattern) || /\(\?<[^=!]/.test(pattern) && withNamesOnce(pattern) !== pattern;
  };
})(globalThis);
