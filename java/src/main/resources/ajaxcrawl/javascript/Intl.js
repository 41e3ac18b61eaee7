/*
 * Intl (ECMA-402) and the toLocaleString functions. Options are completed here as the standard says; ICU, which browsers use
 * too, does the rest (host.icu).
 */
(function (window, host) {
  'use strict';

  const icu = host.icu();
  const Intl = {};
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });

  /* Locales. */

  function canonicalize(locales) {
    if (locales === undefined) {
      return [];
    }
    if (locales === null) {
      throw new TypeError('Cannot convert undefined or null to object');
    }
    const list = typeof locales === 'string' || locales instanceof Locale ? [locales] : Array.from(locales);
    const seen = [];
    list.forEach(function (tag) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) {
        throw new TypeError('Incorrect locale information provided');
      }
      const canonical = icu.canonical(String(tag));
      if (canonical === undefined || canonical === 'und' && String(tag) !== 'und') {
        throw new RangeError('Incorrect locale information provided');
      }
      if (seen.indexOf(canonical) < 0) {
        seen.push(canonical);
      }
    });
    return seen;
  }

  function withoutExtensions(tag) {
    return tag.replace(/-u(-[a-z0-9]{2,8})+/, '');
  }

  function extension(tag, key) {
    const match = new RegExp('-u(?:-[a-z0-9]{2,8})*?-' + key + '((?:-[a-z0-9]{3,8})*)').exec(tag);
    return match ? match[1].slice(1) || 'true' : undefined;
  }

  /* The first of the page's locales that there is; its Unicode extensions stay. */
  function resolve(locales) {
    const found = canonicalize(locales).filter(function (tag) {
      return icu.isAvailable(tag);
    });
    return found.length ? found[0] : icu.defaultLocale;
  }

  function supported(locales) {
    return canonicalize(locales).filter(function (tag) {
      return icu.isAvailable(tag);
    });
  }

  function options(given) {
    if (given === null) {
      throw new TypeError('Cannot convert undefined or null to object');
    }
    return given === undefined ? {} : Object(given);
  }

  function choice(given, name, allowed, otherwise) {
    const value = given[name];
    if (value === undefined) {
      return otherwise;
    }
    const text = String(value);
    if (allowed && allowed.indexOf(text) < 0) {
      throw new RangeError('Value ' + text + ' out of range for Intl options property ' + name);
    }
    return text;
  }

  function whole(value, name, least, most, otherwise) {
    if (value === undefined) {
      return otherwise;
    }
    const number = Number(value);
    if (!(number >= least && number <= most)) {
      throw new RangeError(name + ' value is out of range.');
    }
    return Math.floor(number);
  }

  const slots = new WeakMap();

  function slot(object, name) {
    const found = slots.get(object);
    if (!found) {
      throw new TypeError('Method Intl.' + name + ' called on incompatible receiver ' + String(object));
    }
    return found;
  }

  /* Without undefined members: resolvedOptions shows what there is. */
  function compact(values) {
    return Object.keys(values).reduce(function (result, key) {
      if (values[key] !== undefined) {
        result[key] = values[key];
      }
      return result;
    }, {});
  }

  /*
   * A class of Intl. `make(locale, options, extensions)` gives {resolved, …}; `callable` ones work without new; `bound` members
   * are getters that give a bound function.
   */
  function define(name, length, make, members, settings) {
    const given = settings || {};
    function Type(locales, init) {
      if (new.target === undefined && !given.callable) {
        throw new TypeError("Constructor Intl." + name + " requires 'new'");
      }
      const self = new.target === undefined ? Object.create(Type.prototype) : this;
      slots.set(self, make(resolve(locales), given.requires && init === undefined ? refuse(name) : options(init)));
      return self;
    }
    Object.defineProperty(Type, 'name', { value: name, configurable: true });
    Object.defineProperty(Type, 'length', { value: length, configurable: true });
    Object.defineProperty(Type, 'supportedLocalesOf', {
      value: function supportedLocalesOf(locales) {
        return supported(locales);
      },
      writable: true,
      configurable: true
    });
    const all = Object.assign({
      resolvedOptions: function () {
        return Object.assign({}, this.resolved);
      }
    }, members);
    Object.keys(all).forEach(function (key) {
      const method = all[key];
      if ((given.bound || []).indexOf(key) >= 0) {
        Object.defineProperty(Type.prototype, key, {
          configurable: true,
          get: function () {
            const own = slot(this, name + '.prototype.' + key);
            if (!own[key]) {
              own[key] = function (a, b) {
                return method.call(own, a, b);
              };
            }
            return own[key];
          }
        });
      } else {
        Object.defineProperty(Type.prototype, key, {
          configurable: true,
          writable: true,
          value: function (a, b) {
            return method.call(slot(this, name + '.prototype.' + key), a, b);
          }
        });
      }
    });
    Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: 'Intl.' + name, configurable: true });
    Object.defineProperty(Intl, name, { value: Type, writable: true, configurable: true });
    return Type;
  }

  function refuse(name) {
    throw new TypeError('Intl.' + name + ' needs options');
  }

  /* Numbers. */

  function digits(given, resolved, least, most, isCompact) {
    const significant = given.minimumSignificantDigits !== undefined || given.maximumSignificantDigits !== undefined;
    resolved.minimumIntegerDigits = whole(given.minimumIntegerDigits, 'minimumIntegerDigits', 1, 21, 1);
    if (significant) {
      resolved.minimumSignificantDigits = whole(given.minimumSignificantDigits, 'minimumSignificantDigits', 1, 21, 1);
      resolved.maximumSignificantDigits = whole(given.maximumSignificantDigits, 'maximumSignificantDigits',
        resolved.minimumSignificantDigits, 21, 21);
      return;
    }
    const min = whole(given.minimumFractionDigits, 'minimumFractionDigits', 0, 100, undefined);
    const max = whole(given.maximumFractionDigits, 'maximumFractionDigits', 0, 100, undefined);
    if (min === undefined && max === undefined && isCompact) {
      return;
    }
    if (min !== undefined && max !== undefined && min > max) {
      throw new RangeError('maximumFractionDigits value is out of range.');
    }
    resolved.minimumFractionDigits = min === undefined ? Math.min(least, max === undefined ? least : max) : min;
    resolved.maximumFractionDigits = max === undefined ? Math.max(most, resolved.minimumFractionDigits) : max;
  }

  function numberFormat(locale, given) {
    const style = choice(given, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal');
    const resolved = { locale: withoutExtensions(locale), numberingSystem: choice(given, 'numberingSystem', null,
      extension(locale, 'nu') || icu.numberingSystem(locale)), style: style };
    const currency = given.currency;
    if (currency !== undefined && !/^[A-Za-z]{3}$/.test(String(currency))) {
      throw new RangeError('Invalid currency code : ' + currency);
    }
    if (style === 'currency') {
      if (currency === undefined) {
        throw new TypeError('Currency code is required with currency style.');
      }
      resolved.currency = String(currency).toUpperCase();
      resolved.currencyDisplay = choice(given, 'currencyDisplay', ['code', 'symbol', 'narrowSymbol', 'name'], 'symbol');
      resolved.currencySign = choice(given, 'currencySign', ['standard', 'accounting'], 'standard');
    }
    if (style === 'unit') {
      if (given.unit === undefined) {
        throw new TypeError('Unit is required with unit style.');
      }
      resolved.unit = String(given.unit);
      resolved.unitDisplay = choice(given, 'unitDisplay', ['short', 'narrow', 'long'], 'short');
    }
    const notation = choice(given, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard');
    const isCurrency = style === 'currency' && notation === 'standard';
    const least = isCurrency ? icu.currencyDigits(resolved.currency) : 0;
    digits(given, resolved, least, isCurrency ? least : style === 'percent' ? 0 : 3, notation === 'compact');
    const grouping = given.useGrouping;
    resolved.useGrouping = grouping === undefined || grouping === 'true' || grouping === 'false'
      ? notation === 'compact' ? 'min2' : 'auto'
      : grouping === true ? 'always' : grouping === false ? false : choice(given, 'useGrouping', ['min2', 'auto', 'always']);
    resolved.notation = notation;
    if (notation === 'compact') {
      resolved.compactDisplay = choice(given, 'compactDisplay', ['short', 'long'], 'short');
    }
    resolved.signDisplay = choice(given, 'signDisplay', ['auto', 'never', 'always', 'exceptZero', 'negative'], 'auto');
    resolved.roundingIncrement = whole(given.roundingIncrement, 'roundingIncrement', 1, 5000, 1);
    resolved.roundingMode = choice(given, 'roundingMode', ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor',
      'halfExpand', 'halfTrunc', 'halfEven'], 'halfExpand');
    resolved.roundingPriority = choice(given, 'roundingPriority', ['auto', 'morePrecision', 'lessPrecision'], 'auto');
    resolved.trailingZeroDisplay = choice(given, 'trailingZeroDisplay', ['auto', 'stripIfInteger'], 'auto');
    const made = icu.numbers(Object.assign({}, resolved, { locale: locale, useGrouping: String(resolved.useGrouping) }));
    return { resolved: compact(resolved), icu: made };
  }

  function numeric(value) {
    return typeof value === 'bigint' || typeof value === 'string' && value.trim() !== '' ? value : Number(value);
  }

  define('NumberFormat', 0, numberFormat, {
    format: function (value) {
      return this.icu.format(numeric(value));
    },
    formatToParts: function (value) {
      return this.icu.parts(numeric(value));
    },
    formatRange: function (from, to) {
      return this.icu.range(numeric(from), numeric(to));
    }
  }, { callable: true, bound: ['format'] });

  /* Dates. */

  const DATE_FIELDS = ['weekday', 'year', 'month', 'day'];
  const TIME_FIELDS = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
  const WIDTHS = { weekday: ['narrow', 'short', 'long'], era: ['narrow', 'short', 'long'], year: ['2-digit', 'numeric'],
    month: ['2-digit', 'numeric', 'narrow', 'short', 'long'], day: ['2-digit', 'numeric'],
    dayPeriod: ['narrow', 'short', 'long'], hour: ['2-digit', 'numeric'], minute: ['2-digit', 'numeric'],
    second: ['2-digit', 'numeric'], timeZoneName: ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'] };
  const STYLES = ['full', 'long', 'medium', 'short'];

  /* `required` and `defaults`: 'date', 'time' or 'any'/'all', as in ToDateTimeOptions. */
  function dateFormat(locale, given, required, defaults) {
    const fields = {};
    ['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second'].forEach(function (name) {
      fields[name] = choice(given, name, WIDTHS[name]);
    });
    fields.fractionalSecondDigits = whole(given.fractionalSecondDigits, 'fractionalSecondDigits', 1, 3, undefined);
    fields.timeZoneName = choice(given, 'timeZoneName', WIDTHS.timeZoneName);
    const dateStyle = choice(given, 'dateStyle', STYLES);
    const timeStyle = choice(given, 'timeStyle', STYLES);
    const present = function (name) {
      return fields[name] !== undefined;
    };
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (Object.keys(fields).some(present)) {
        throw new TypeError("Can't set option " + Object.keys(fields).filter(present)[0] + ' when '
          + (dateStyle === undefined ? 'timeStyle' : 'dateStyle') + ' is used');
      }
      if (required === 'date' && timeStyle !== undefined || required === 'time' && dateStyle !== undefined) {
        throw new TypeError('Invalid option : ' + (required === 'date' ? 'timeStyle' : 'dateStyle'));
      }
    } else {
      const asked = (required === 'time' ? [] : DATE_FIELDS).concat(required === 'date' ? [] : TIME_FIELDS);
      if (!asked.some(present)) {
        (defaults === 'time' ? [] : ['year', 'month', 'day']).concat(defaults === 'date' ? [] : ['hour', 'minute', 'second'])
          .forEach(function (name) {
            fields[name] = 'numeric';
          });
      }
    }
    const zone = given.timeZone === undefined ? icu.defaultTimeZone : String(given.timeZone);
    const timeZone = icu.timeZone(zone);
    if (timeZone === undefined) {
      throw new RangeError('Invalid time zone specified: ' + zone);
    }
    let hourCycle;
    const hour12 = given.hour12;
    if (hour12 !== undefined) {
      const twelve = /^ja/.test(locale) ? 'h11' : 'h12';
      hourCycle = hour12 ? twelve : 'h23';
    } else {
      hourCycle = choice(given, 'hourCycle', ['h11', 'h12', 'h23', 'h24'], extension(locale, 'hc'));
    }
    const calendar = choice(given, 'calendar', null, extension(locale, 'ca'));
    const tag = calendar ? withoutExtensions(locale) + '-u-ca-' + calendar : locale;
    const made = icu.dates(Object.assign({ locale: tag, timeZone: timeZone, hourCycle: hourCycle, dateStyle: dateStyle,
      timeStyle: timeStyle }, fields));
    const resolved = { locale: withoutExtensions(locale), calendar: calendar || (/^(th)/.test(locale) ? 'buddhist' : 'gregory'),
      numberingSystem: icu.numberingSystem(locale), timeZone: timeZone };
    if (made.hourCycle !== undefined) {
      resolved.hourCycle = made.hourCycle;
      resolved.hour12 = made.hourCycle === 'h11' || made.hourCycle === 'h12';
    }
    Object.assign(resolved, fields, { dateStyle: dateStyle, timeStyle: timeStyle });
    return { resolved: compact(resolved), icu: made };
  }

  function time(date) {
    const value = date === undefined ? Date.now() : Number(date);
    if (!(Math.abs(value) <= 8.64e15)) {
      throw new RangeError('Invalid time value');
    }
    return Math.trunc(value);
  }

  define('DateTimeFormat', 0, function (locale, given) {
    return dateFormat(locale, given, 'any', 'date');
  }, {
    format: function (date) {
      return this.icu.format(time(date));
    },
    formatToParts: function (date) {
      return this.icu.parts(time(date));
    },
    formatRange: function (from, to) {
      return this.icu.range(time(from), time(to));
    },
    formatRangeToParts: function (from, to) {
      return this.icu.rangeParts(time(from), time(to));
    }
  }, { callable: true, bound: ['format'] });

  /* Texts. */

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

  /* Intl.Locale. */

  function Locale(tag, init) {
    if (new.target === undefined) {
      throw new TypeError("Constructor Intl.Locale requires 'new'");
    }
    if (typeof tag !== 'string' && typeof tag !== 'object') {
      throw new TypeError('First argument to Intl.Locale constructor can\'t be empty or missing');
    }
    const given = options(init);
    const canonical = icu.canonical(String(tag));
    if (canonical === undefined) {
      throw new RangeError('Incorrect locale information provided');
    }
    const parts = icu.locale(canonical);
    const main = [given.language || parts.language, given.script || parts.script, given.region || parts.region]
      .filter(Boolean).join('-');
    const keys = { ca: given.calendar || parts.calendar, co: given.collation || parts.collation,
      hc: given.hourCycle || parts.hourCycle, kf: given.caseFirst || parts.caseFirst,
      kn: given.numeric === undefined ? parts.numeric || undefined : given.numeric || undefined,
      nu: given.numberingSystem || parts.numberingSystem };
    const extensions = Object.keys(keys).filter(function (key) {
      return keys[key] !== undefined;
    }).map(function (key) {
      return keys[key] === true ? '-' + key : '-' + key + '-' + keys[key];
    }).join('');
    slots.set(this, { tag: icu.canonical(main + (extensions ? '-u' + extensions : '')) });
  }

  ['language', 'script', 'region', 'calendar', 'collation', 'hourCycle', 'caseFirst', 'numeric', 'numberingSystem', 'baseName']
    .forEach(function (name) {
      Object.defineProperty(Locale.prototype, name, {
        configurable: true,
        get: function () {
          return icu.locale(slot(this, 'Locale').tag)[name];
        }
      });
    });
  ['maximize', 'minimize'].forEach(function (name) {
    Locale.prototype[name] = function () {
      return new Locale(icu[name](slot(this, 'Locale').tag));
    };
  });
  Locale.prototype.toString = function () {
    return slot(this, 'Locale').tag;
  };
  Locale.prototype.getTextInfo = function () {
    return { direction: icu.locale(slot(this, 'Locale').tag).direction };
  };
  Object.defineProperty(Locale.prototype, 'textInfo', {
    configurable: true,
    get: function () {
      return this.getTextInfo();
    }
  });
  Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });

  Object.defineProperties(Intl, {
    Locale: { value: Locale, writable: true, configurable: true },
    getCanonicalLocales: { value: function getCanonicalLocales(locales) {
      return canonicalize(locales);
    }, writable: true, configurable: true },
    supportedValuesOf: { value: function supportedValuesOf() {
      return [];
    }, writable: true, configurable: true }
  });

  /* The functions of other built-ins. Formats are kept: a page formats many values alike. */

  const kept = new Map();

  function keep(kind, locales, init, make) {
    if (locales !== undefined && typeof locales !== 'string' || init !== undefined && typeof init !== 'object') {
      return make();
    }
    const key = kind + '|' + (locales || '') + '|' + (init ? JSON.stringify(init) : '');
    if (!kept.has(key)) {
      kept.set(key, make());
    }
    return kept.get(key);
  }

  function numbers(value, locales, init) {
    return keep('number', locales, init, function () {
      return numberFormat(resolve(locales), options(init));
    }).icu.format(value);
  }

  function dates(required, defaults) {
    return function (locales, init) {
      const value = Date.prototype.getTime.call(this);
      if (value !== value) {
        return 'Invalid Date';
      }
      return keep(required + defaults, locales, init, function () {
        return dateFormat(resolve(locales), options(init), required, defaults);
      }).icu.format(value);
    };
  }

  return {
    Intl: Intl,
    Number: {
      toLocaleString: function (locales, init) {
        return numbers(Number.prototype.valueOf.call(this), locales, init);
      }
    },
    Array: {
      toLocaleString: function (locales, init) {
        return Array.prototype.map.call(this, function (item) {
          return item === undefined || item === null ? '' : item.toLocaleString(locales, init);
        }).join(',');
      }
    },
    BigInt: {
      toLocaleString: function (locales, init) {
        return numbers(BigInt.prototype.valueOf.call(this), locales, init);
      }
    },
    Date: {
      toLocaleString: dates('any', 'all'),
      toLocaleDateString: dates('date', 'date'),
      toLocaleTimeString: dates('time', 'time')
    },
    localeCompare: function (that, locales, init) {
      const compare = keep('compare', locales, init, function () {
        return new Intl.Collator(locales, init);
      }).compare;
      return compare(String(this), that);
    }
  };
})
