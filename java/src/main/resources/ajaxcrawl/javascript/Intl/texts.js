/* The classes of Intl for texts: Collator, PluralRules, RelativeTimeFormat, ListFormat, Segmenter, DisplayNames. */
(function (window, host) {
  'use strict';

  const { choice, compact, define, extension, icu, withoutExtensions } = host.use('Intl/core.js');
  const { digits, numberFormat } = host.use('Intl/numbers.js');

  define('Collator', 0, function (locale, given) {
    const resolved = {
      locale: withoutExtensions(locale),
      usage: choice(given, 'usage', ['sort', 'search'], 'sort'),
      sensitivity: choice(given, 'sensitivity', ['base', 'accent', 'case', 'variant'], 'variant'),
      ignorePunctuation: given.ignorePunctuation === undefined ? /^th/.test(locale) : Boolean(given.ignorePunctuation),
      collation: extension(locale, 'co') || 'default',
      numeric: given.numeric === undefined ? extension(locale, 'kn') === 'true' : Boolean(given.numeric),
      caseFirst: choice(given, 'caseFirst', ['upper', 'lower', 'false'], extension(locale, 'kf') || 'false')
    };
    return { resolved: resolved, order: icu.collator(Object.assign({}, resolved, { locale: locale })) };
  }, {
    compare: function (a, b) {
      return this.order(String(a), String(b));
    }
  }, { callable: true, bound: ['compare'] });

  define('PluralRules', 0, function (locale, given) {
    const resolved = { locale: withoutExtensions(locale), type: choice(given, 'type', ['cardinal', 'ordinal'], 'cardinal') };
    digits(given, resolved, 0, 3, false);
    const rules = icu.plurals(resolved);
    resolved.pluralCategories = Array.from(rules.categories);
    return { resolved: resolved, rules: rules };
  }, {
    select: function (value) {
      return this.rules.select(Number(value));
    },
    selectRange: function (from, to) {
      return this.rules.select(Number(to));
    }
  });

  const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

  define('RelativeTimeFormat', 0, function (locale, given) {
    return { resolved: {
      locale: withoutExtensions(locale),
      style: choice(given, 'style', ['long', 'short', 'narrow'], 'long'),
      numeric: choice(given, 'numeric', ['always', 'auto'], 'always'),
      numberingSystem: icu.numberingSystem(locale)
    } };
  }, {
    format: function (value, unit) {
      const name = String(unit).replace(/s$/, '');
      if (UNITS.indexOf(name) < 0) {
        throw new RangeError('Invalid unit argument for format() ' + "'" + unit + "'");
      }
      if (!isFinite(Number(value))) {
        throw new RangeError('The number is not finite');
      }
      return icu.relative(this.resolved, Number(value), name);
    },
    formatToParts: function (value, unit) {
      const name = String(unit).replace(/s$/, '');
      const text = icu.relative(this.resolved, Number(value), name);
      const parts = numberFormat(this.resolved.locale, {}).icu.parts(Math.abs(Number(value)));
      const number = parts.map(function (part) {
        return part.value;
      }).join('');
      const at = text.indexOf(number);
      if (at < 0) {
        return [{ type: 'literal', value: text }];
      }
      return [{ type: 'literal', value: text.slice(0, at) }].concat(parts.map(function (part) {
        return { type: part.type, value: part.value, unit: name };
      }), [{ type: 'literal', value: text.slice(at + number.length) }]).filter(function (part) {
        return part.value !== '';
      });
    }
  });

  define('ListFormat', 0, function (locale, given) {
    return { resolved: {
      locale: withoutExtensions(locale),
      type: choice(given, 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction'),
      style: choice(given, 'style', ['long', 'short', 'narrow'], 'long')
    } };
  }, {
    format: function (list) {
      return icu.list(this.resolved, texts(list));
    },
    formatToParts: function (list) {
      return icu.listParts(this.resolved, texts(list));
    }
  });

  function texts(list) {
    return Array.from(list === undefined ? [] : list, function (item) {
      if (typeof item !== 'string') {
        throw new TypeError('Iterable yielded ' + String(item) + ' which is not a string');
      }
      return item;
    });
  }

  function Segments(resolved, text) {
    const all = icu.segments(resolved, text);
    this.containing = function (index) {
      const at = index === undefined ? 0 : Math.trunc(index);
      return all.filter(function (segment) {
        return at >= segment.index && at < segment.index + segment.segment.length;
      })[0];
    };
    this[Symbol.iterator] = function () {
      return all[Symbol.iterator]();
    };
  }

  define('Segmenter', 0, function (locale, given) {
    return { resolved: {
      locale: withoutExtensions(locale),
      granularity: choice(given, 'granularity', ['grapheme', 'word', 'sentence'], 'grapheme')
    } };
  }, {
    segment: function (text) {
      return new Segments(this.resolved, String(text));
    }
  });

  define('DisplayNames', 2, function (locale, given) {
    if (given.type === undefined) {
      throw new TypeError('Required option "type" must not be undefined');
    }
    return { resolved: compact({
      locale: withoutExtensions(locale),
      style: choice(given, 'style', ['narrow', 'short', 'long'], 'long'),
      type: choice(given, 'type', ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField']),
      fallback: choice(given, 'fallback', ['code', 'none'], 'code'),
      languageDisplay: given.type === 'language' ? choice(given, 'languageDisplay', ['dialect', 'standard'], 'dialect') : undefined
    }) };
  }, {
    of: function (code) {
      const name = icu.displayName(this.resolved, String(code));
      return name === undefined && this.resolved.fallback === 'code' ? String(code) : name;
    }
  }, { requires: true });

  return {};
})
