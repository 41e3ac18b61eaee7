/* Intl.NumberFormat. */
(function (window, host) {
  'use strict';

  const { choice, compact, define, extension, icu, whole, withoutExtensions } = host.use('Intl/core.js');

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

  return { digits, numberFormat };
})
