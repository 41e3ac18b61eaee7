/* Intl.DurationFormat (ECMA-402, 13): numbers with their units, joined as a list. */
(function (window, host) {
  'use strict';

  const { Intl, choice, define, icu, withoutExtensions } = host.use('Intl/core.js');

  const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds'];
  const CLOCK = ['hours', 'minutes', 'seconds'];
  const SMALL = UNITS.slice(7);

  define('DurationFormat', 0, function (locale, given) {
    const style = choice(given, 'style', ['long', 'short', 'narrow', 'digital'], 'short');
    const resolved = { locale: withoutExtensions(locale), numberingSystem: icu.numberingSystem(locale), style: style };
    let before = '';
    UNITS.forEach(function (unit) {
      const isDigital = style === 'digital' && (CLOCK.includes(unit) || SMALL.includes(unit));
      let chosen = given[unit];
      let shown = 'always';
      if (chosen === undefined) {
        const follows = /^(numeric|2-digit)$/.test(before) && UNITS.indexOf(unit) > 4;
        chosen = isDigital || follows ? 'numeric' : style === 'digital' ? 'short' : style;
        shown = isDigital && CLOCK.includes(unit) || follows && /minutes|seconds$/.test(unit) && !SMALL.includes(unit) ? 'always' : 'auto';
      }
      if (/^(numeric|2-digit)$/.test(before) && /^(minutes|seconds)$/.test(unit)) {
        chosen = '2-digit';
      }
      resolved[unit] = chosen;
      resolved[unit + 'Display'] = choice(given, unit + 'Display', ['auto', 'always'], shown);
      before = chosen;
    });
    if (given.fractionalDigits !== undefined) {
      resolved.fractionalDigits = Number(given.fractionalDigits);
    }
    return { resolved: resolved };
  }, {
    format: function (duration) {
      return parts(this.resolved, duration).map(function (part) { return part.value; }).join('');
    },
    formatToParts: function (duration) {
      return parts(this.resolved, duration);
    }
  });

  function values(duration) {
    if (typeof duration !== 'object' || duration === null) {
      throw new TypeError('Invalid duration: ' + String(duration));
    }
    const found = {};
    UNITS.forEach(function (unit) {
      if (duration[unit] !== undefined) {
        found[unit] = Number(duration[unit]);
        if (!Number.isInteger(found[unit])) {
          throw new RangeError('Invalid duration: ' + unit + ' is not an integer');
        }
      }
    });
    const all = Object.values(found);
    if (!all.length) {
      throw new TypeError('Invalid duration');
    }
    if (all.some(function (value) { return value < 0; }) && all.some(function (value) { return value > 0; })) {
      throw new RangeError('Invalid duration: signs differ');
    }
    return found;
  }

  function parts(resolved, duration) {
    const given = values(duration);
    const groups = [];
    let isClock = false;
    let isNegative = Object.values(given).some(function (value) { return value < 0; });
    for (let i = 0; i < UNITS.length; i++) {
      const unit = UNITS[i];
      const next = UNITS[i + 1];
      let value = given[unit] || 0;
      const options = { numberingSystem: resolved.numberingSystem };
      const joins = i >= 6 && next && resolved[next] === 'numeric'; // what is smaller is its fraction
      if (joins) {
        for (let k = i + 1, size = 1000; k < UNITS.length; k++, size *= 1000) {
          value += (given[UNITS[k]] || 0) / size;
        }
        options.minimumFractionDigits = resolved.fractionalDigits || 0;
        options.maximumFractionDigits = resolved.fractionalDigits === undefined ? 9 : resolved.fractionalDigits;
        options.roundingMode = 'trunc';
      }
      const style = resolved[unit];
      const isNumeric = style === 'numeric' || style === '2-digit';
      const between = isClock && unit === 'minutes' && (given.seconds || resolved.secondsDisplay === 'always');
      if (value !== 0 || resolved[unit + 'Display'] === 'always' || between) {
        options.signDisplay = isNegative ? 'auto' : 'never';
        value = isNegative && value === 0 ? -0 : value;
        isNegative = false; // the sign is written once
        if (isNumeric) {
          options.minimumIntegerDigits = style === '2-digit' ? 2 : 1;
          options.useGrouping = false;
        } else {
          Object.assign(options, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: style });
        }
        const made = new Intl.NumberFormat(resolved.locale, options).formatToParts(value).map(function (part) {
          return { type: part.type, value: part.value, unit: unit.slice(0, -1) };
        });
        if (isClock && isNumeric && groups.length) {
          groups[groups.length - 1].push({ type: 'literal', value: ':' });
          Array.prototype.push.apply(groups[groups.length - 1], made);
        } else {
          groups.push(made);
        }
        isClock = isNumeric && CLOCK.includes(unit);
      }
      if (joins) {
        break;
      }
    }
    const list = new Intl.ListFormat(resolved.locale, { type: 'unit', style: resolved.style === 'digital' ? 'short' : resolved.style });
    let at = 0;
    return [].concat.apply([], list.formatToParts(groups.map(function (group) {
      return group.map(function (part) { return part.value; }).join('');
    })).map(function (part) {
      return part.type === 'element' ? groups[at++] : [{ type: 'literal', value: part.value }];
    }));
  }

  return {};
})
