/* CSS Typed OM as far as pages write and read numbers, units and keywords by it. */
(function (window) {
  'use strict';

  const UNITS = { percent: '%', number: '' };

  function CSSStyleValue() {
    throw new TypeError('Illegal constructor');
  }
  CSSStyleValue.prototype.toString = function () {
    return this._text;
  };
  CSSStyleValue.parse = function (property, text) {
    return parsed(String(text));
  };

  function inherits(constructor, parent) {
    constructor.prototype = Object.create(parent.prototype, {
      constructor: { value: constructor, writable: true, configurable: true }
    });
    Object.setPrototypeOf(constructor, parent);
    return constructor;
  }

  const CSSNumericValue = inherits(function CSSNumericValue() {
    throw new TypeError('Illegal constructor');
  }, CSSStyleValue);

  const CSSUnitValue = inherits(function CSSUnitValue(value, unit) {
    this.value = Number(value);
    this.unit = String(unit);
  }, CSSNumericValue);
  CSSUnitValue.prototype.toString = function () {
    return this.value + (UNITS[this.unit] === undefined ? this.unit : UNITS[this.unit]);
  };

  const CSSKeywordValue = inherits(function CSSKeywordValue(value) {
    this.value = String(value);
  }, CSSStyleValue);
  CSSKeywordValue.prototype.toString = function () {
    return this.value;
  };

  function parsed(text) {
    const number = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/i.exec(text.trim());
    if (number) {
      return new CSSUnitValue(number[1], number[2] === '%' ? 'percent' : number[2] === '' ? 'number' : number[2].toLowerCase());
    }
    if (/^-?[a-z][\w-]*$/i.test(text.trim())) {
      return new CSSKeywordValue(text.trim());
    }
    const value = Object.create(CSSStyleValue.prototype);
    Object.defineProperty(value, '_text', { value: text });
    return value;
  }

  function StylePropertyMapReadOnly() {
    throw new TypeError('Illegal constructor');
  }

  function names(map) {
    return Array.from(map._style);
  }

  Object.assign(StylePropertyMapReadOnly.prototype, {
    get: function (name) {
      const text = this._style.getPropertyValue(String(name));
      return text === '' ? this._style.length === undefined ? null : undefined : parsed(text);
    },
    getAll: function (name) {
      const value = this.get(name);
      return value ? [value] : [];
    },
    has: function (name) {
      return this._style.getPropertyValue(String(name)) !== '';
    },
    forEach: function (callback, self) {
      names(this).forEach(function (name) {
        callback.call(self, this.getAll(name), name, this);
      }, this);
    },
    keys: function () {
      return names(this)[Symbol.iterator]();
    },
    values: function () {
      return names(this).map(this.getAll, this)[Symbol.iterator]();
    },
    entries: function () {
      return names(this).map(function (name) {
        return [name, this.getAll(name)];
      }, this)[Symbol.iterator]();
    }
  });
  StylePropertyMapReadOnly.prototype[Symbol.iterator] = StylePropertyMapReadOnly.prototype.entries;
  Object.defineProperty(StylePropertyMapReadOnly.prototype, 'size', {
    configurable: true,
    get: function () {
      return this._style.length;
    }
  });

  const StylePropertyMap = inherits(function StylePropertyMap() {
    throw new TypeError('Illegal constructor');
  }, StylePropertyMapReadOnly);
  Object.assign(StylePropertyMap.prototype, {
    set: function (name, value) {
      this._style.setProperty(String(name), Array.from(arguments).slice(1).join(', '));
    },
    append: function (name, value) {
      const before = this._style.getPropertyValue(String(name));
      this._style.setProperty(String(name), (before ? before + ', ' : '') + value);
    },
    delete: function (name) {
      this._style.removeProperty(String(name));
    },
    clear: function () {
      names(this).forEach(this.delete, this);
    }
  });

  function map(constructor, style) {
    return Object.create(constructor.prototype, { _style: { value: style } });
  }

  const maps = new WeakMap();
  const attributeStyleMap = {
    get: function () {
      if (!maps.has(this)) {
        maps.set(this, map(StylePropertyMap, this.style));
      }
      return maps.get(this);
    }
  };

  const results = {
    attributeStyleMap: attributeStyleMap,
    CSSKeywordValue: CSSKeywordValue,
    CSSNumericValue: CSSNumericValue,
    CSSStyleValue: CSSStyleValue,
    CSSUnitValue: CSSUnitValue,
    StylePropertyMap: StylePropertyMap,
    StylePropertyMapReadOnly: StylePropertyMapReadOnly,
    computedStyleMap: function () {
      return map(StylePropertyMapReadOnly, window.getComputedStyle(this));
    }
  };
  ['px', 'percent', 'number', 'em', 'rem', 'vw', 'vh', 'deg', 's', 'ms', 'fr'].forEach(function (unit) {
    results[unit] = function (value) {
      return new CSSUnitValue(value, unit);
    };
  });
  return results;
})
