/* CSS.supports (CSS Conditional Rules): what browsers support, as far as names and keywords tell. */
(function (window) {
  'use strict';

  const DISPLAYS = ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'flow-root', 'none', 'contents',
    'table', 'table-row', 'table-cell', 'list-item', 'inline-table', 'table-caption', 'table-column', 'table-row-group',
    'table-header-group', 'table-footer-group', 'table-column-group', 'ruby', 'math'];
  const KEYWORDS = {
    display: DISPLAYS,
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky', '-webkit-sticky'],
    'object-fit': ['fill', 'contain', 'cover', 'none', 'scale-down']
  };
  const ALWAYS = ['inherit', 'initial', 'unset', 'revert', 'revert-layer'];
  const MODERN = ['gap', 'row-gap', 'aspect-ratio', 'backdrop-filter', '-webkit-backdrop-filter', 'inset', 'container-type',
    'accent-color', 'scroll-behavior', 'overscroll-behavior', 'content-visibility', 'mask-image', '-webkit-mask-image', 'translate',
    'rotate', 'scale', 'scrollbar-gutter', 'text-wrap', 'view-transition-name', 'anchor-name', 'field-sizing', 'interpolate-size'];

  function known(property) {
    const camel = property.replace(/^-/, '').replace(/-([a-z])/g, function (match, letter) {
      return letter.toUpperCase();
    });
    return MODERN.indexOf(property) >= 0 || camel in window.document.documentElement.style;
  }

  function declaration(property, value) {
    const name = property.trim().toLowerCase();
    const text = value.trim().toLowerCase().replace(/\s*!important$/, '');
    if (text === '') {
      return false;
    }
    if (name.indexOf('--') === 0) {
      return true;
    }
    if (!known(name)) {
      return false;
    }
    return ALWAYS.indexOf(text) >= 0 || /^(var|env)\(/.test(text) || !KEYWORDS[name] || KEYWORDS[name].indexOf(text) >= 0;
  }

  function selector(text) {
    try {
      window.document.createDocumentFragment().querySelector(text);
      return true;
    } catch (e) {
      return false;
    }
  }

  function group(text) {
    let depth = 0;
    for (let i = text.indexOf('('); i < text.length; i++) {
      depth += text.charAt(i) === '(' ? 1 : text.charAt(i) === ')' ? -1 : 0;
      if (depth === 0) {
        return i;
      }
    }
    return text.length;
  }

  function condition(text) {
    let rest = text.trim();
    let result = null;
    let operator = 'and';
    while (rest) {
      const negated = /^not\b/.test(rest);
      rest = negated ? rest.slice(3).trim() : rest;
      const call = /^([a-z-]*)\(/.exec(rest);
      if (!call) {
        return false;
      }
      const end = group(rest);
      const inner = rest.slice(call[0].length, end).trim();
      let matches;
      if (call[1] === 'selector') {
        matches = selector(inner);
      } else if (call[1]) {
        matches = false;
      } else {
        const colon = /^(--)?[\w-]+\s*:/.exec(inner);
        matches = colon ? declaration(inner.slice(0, inner.indexOf(':')), inner.slice(inner.indexOf(':') + 1)) : condition(inner);
      }
      matches = negated ? !matches : matches;
      result = result === null ? matches : operator === 'and' ? result && matches : result || matches;
      rest = rest.slice(end + 1).trim();
      const next = /^(and|or)\b/.exec(rest);
      operator = next ? next[1] : operator;
      rest = next ? rest.slice(next[1].length).trim() : '';
    }
    return Boolean(result);
  }

  return {
    supports: function (property, value) {
      if (arguments.length > 1) {
        return declaration(String(property), String(value));
      }
      const text = String(property).trim();
      return condition(/^[\w-]+\s*:/.test(text) ? '(' + text + ')' : text);
    }
  };
})
