/* Intl.Locale, and the functions of Intl itself. */
(function (window, host) {
  'use strict';

  const { Intl, canonicalize, icu, options, slot, slots } = host.use('Intl/core.js');

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
    supportedValuesOf: { value: function supportedValuesOf(key) {
      const values = icu.supportedValues(String(key));
      if (!values) {
        throw new RangeError('Invalid key : ' + key);
      }
      return values;
    }, writable: true, configurable: true }
  });

  return {};
})
