/* Intl.DateTimeFormat. */
(function (window, host) {
  'use strict';

  const { choice, compact, define, extension, icu, whole, withoutExtensions } = host.use('Intl/core.js');

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

  return { dateFormat };
})
