/* matchMedia (CSSOM View): queries are judged by the size of the window, as a desktop screen with a mouse. */
(function (window) {
  'use strict';

  const WORDS = {
    orientation: function () {
      return window.innerHeight >= window.innerWidth ? 'portrait' : 'landscape';
    },
    'prefers-color-scheme': 'light',
    'prefers-reduced-motion': 'no-preference',
    'prefers-reduced-data': 'no-preference',
    'prefers-reduced-transparency': 'no-preference',
    'prefers-contrast': 'no-preference',
    'forced-colors': 'none',
    'inverted-colors': 'none',
    hover: 'hover',
    'any-hover': 'hover',
    pointer: 'fine',
    'any-pointer': 'fine',
    'display-mode': 'browser',
    scripting: 'enabled',
    update: 'fast',
    'color-gamut': 'srgb',
    'dynamic-range': 'standard',
    'overflow-block': 'scroll',
    'overflow-inline': 'scroll'
  };

  const NUMBERS = {
    width: function () {
      return window.innerWidth;
    },
    height: function () {
      return window.innerHeight;
    },
    'device-width': function () {
      return window.screen.width;
    },
    'device-height': function () {
      return window.screen.height;
    },
    'aspect-ratio': function () {
      return window.innerWidth / window.innerHeight;
    },
    'device-aspect-ratio': function () {
      return window.screen.width / window.screen.height;
    },
    resolution: function () {
      return window.devicePixelRatio;
    },
    '-webkit-device-pixel-ratio': function () {
      return window.devicePixelRatio;
    },
    color: function () {
      return 8;
    },
    'color-index': function () {
      return 0;
    },
    monochrome: function () {
      return 0;
    },
    grid: function () {
      return 0;
    }
  };

  const UNITS = { '': 1, px: 1, em: 16, rem: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, pc: 16,
    dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

  function number(text) {
    const ratio = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(text);
    if (ratio) {
      return ratio[1] / ratio[2];
    }
    const match = /^([+-]?[\d.]+)([a-z]*)$/.exec(text);
    return match && UNITS[match[2]] !== undefined ? match[1] * UNITS[match[2]] : NaN;
  }

  function compare(a, sign, b) {
    switch (sign) {
      case '<':
        return a < b;
      case '<=':
        return a <= b;
      case '>':
        return a > b;
      case '>=':
        return a >= b;
      default:
        return a === b;
    }
  }

  function value(name) {
    return NUMBERS[name] ? NUMBERS[name]() : NaN;
  }

  function feature(text) {
    const range = /^([\d.\/\s]+[a-z]*)\s*([<>]=?|=)\s*([a-z-]+)(?:\s*([<>]=?)\s*([\d.\/\s]+[a-z]*))?$/.exec(text);
    if (range) {
      return compare(number(range[1].trim()), range[2], value(range[3]))
        && (!range[4] || compare(value(range[3]), range[4], number(range[5].trim())));
    }
    const simple = /^([a-z-]+)\s*([<>]=?|=)\s*(.+)$/.exec(text);
    if (simple) {
      return compare(value(simple[1]), simple[2], number(simple[3]));
    }
    const pair = /^([a-z-]+)\s*:\s*(.+)$/.exec(text);
    if (!pair) {
      const word = WORDS[text];
      return word !== undefined ? word !== 'none' && word !== 'no-preference' : value(text) > 0;
    }
    const bound = /^(-webkit-)?(min|max)-(.+)$/.exec(pair[1]);
    if (bound) {
      return compare(value((bound[1] || '') + bound[3]), bound[2] === 'min' ? '>=' : '<=', number(pair[2].trim()));
    }
    if (WORDS[pair[1]] !== undefined) {
      const word = WORDS[pair[1]];
      return (typeof word === 'function' ? word() : word) === pair[2].trim();
    }
    return value(pair[1]) === number(pair[2].trim());
  }

  /* What stands between matching parentheses from `start` on. */
  function group(text, start) {
    let depth = 0;
    for (let i = start; i < text.length; i++) {
      depth += text.charAt(i) === '(' ? 1 : text.charAt(i) === ')' ? -1 : 0;
      if (depth === 0) {
        return text.slice(start + 1, i);
      }
    }
    return text.slice(start + 1);
  }

  function condition(text) {
    let rest = text.trim();
    let result = null;
    let operator = 'and';
    while (rest) {
      const negated = /^not\b/.test(rest);
      rest = negated ? rest.slice(3).trim() : rest;
      if (rest.charAt(0) !== '(') {
        return false;
      }
      const inner = group(rest, 0);
      const trimmed = inner.trim();
      let matches = /^(not\b|\()/.test(trimmed) ? condition(trimmed) : feature(trimmed);
      matches = negated ? !matches : matches;
      result = result === null ? matches : operator === 'and' ? result && matches : result || matches;
      rest = rest.slice(inner.length + 2).trim();
      const next = /^(and|or)\b/.exec(rest);
      if (rest && !next) {
        return false;
      }
      operator = next ? next[1] : operator;
      rest = next ? rest.slice(next[1].length).trim() : rest;
    }
    return result === null ? true : result;
  }

  function query(text) {
    const match = /^(?:(not|only)\s+)?([a-z]+)(?:\s+and\s+(.*))?$/.exec(text);
    if (match && match[2] !== 'not') {
      const matches = (match[2] === 'all' || match[2] === 'screen') && condition(match[3] || '');
      return match[1] === 'not' ? !matches : matches;
    }
    return condition(text);
  }

  function evaluate(media) {
    if (media === '') {
      return true;
    }
    return media.split(/,(?![^(]*\))/).some(function (part) {
      return query(part.trim());
    });
  }

  function MediaQueryList() {
    throw new TypeError('Illegal constructor');
  }
  MediaQueryList.prototype = Object.create(window.EventTarget.prototype, {
    constructor: { value: MediaQueryList, writable: true, configurable: true }
  });
  const media = new WeakMap();
  Object.defineProperties(MediaQueryList.prototype, {
    media: {
      configurable: true,
      enumerable: true,
      get: function () {
        return media.get(this);
      }
    },
    matches: {
      configurable: true,
      enumerable: true,
      get: function () {
        return evaluate(media.get(this));
      }
    },
    onchange: { value: null, writable: true, configurable: true, enumerable: true },
    addListener: {
      value: function (listener) {
        this.addEventListener('change', listener);
      },
      writable: true,
      configurable: true
    },
    removeListener: {
      value: function (listener) {
        this.removeEventListener('change', listener);
      },
      writable: true,
      configurable: true
    }
  });
  Object.defineProperty(MediaQueryList.prototype, Symbol.toStringTag, { value: 'MediaQueryList', configurable: true });

  return {
    MediaQueryList: MediaQueryList,
    matchMedia: function (text) {
      const list = new window.EventTarget();
      Object.setPrototypeOf(list, MediaQueryList.prototype);
      media.set(list, String(text).trim().toLowerCase().replace(/\s+/g, ' '));
      return list;
    }
  };
})
