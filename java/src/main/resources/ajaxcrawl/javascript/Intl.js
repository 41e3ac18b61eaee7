/* Intl, and the functions of other built-ins that use it. Formats are kept: a page formats many values alike. */
(function (window, host) {
  'use strict';

  const { Intl, options, resolve } = host.use('Intl/core.js');
  const { numberFormat } = host.use('Intl/numbers.js');
  const { dateFormat } = host.use('Intl/dates.js');

  host.use('Intl/texts.js');
  host.use('Intl/durations.js');
  host.use('Intl/Locale.js');

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
