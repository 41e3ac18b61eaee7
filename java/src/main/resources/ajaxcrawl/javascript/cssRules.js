/* The rules of the CSS Object Model that HtmlUnit has no objects for. */
(function (window) {
  'use strict';

  const sheets = new WeakMap();

  /* What stands before the block, without the at-keyword. */
  function prelude(rule) {
    return /^@[\w-]+([^{;]*)/.exec(rule.cssText)[1].trim();
  }

  /* The rules in a rule: those of a sheet of its own. */
  function inner(rule) {
    if (!sheets.has(rule)) {
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync(rule.cssText.slice(rule.cssText.indexOf('{') + 1, rule.cssText.lastIndexOf('}')));
      sheets.set(rule, sheet);
    }
    return sheets.get(rule);
  }

  const results = {};

  function define(name, type, members) {
    const constructor = new Function('return function ' + name + '() { throw new TypeError("Illegal constructor"); }')();
    constructor.prototype = Object.create(window.CSSRule.prototype, {
      constructor: { value: constructor, writable: true, configurable: true },
      type: { value: type, configurable: true }
    });
    Object.keys(members).forEach(function (key) {
      Object.defineProperty(constructor.prototype, key, { get: members[key], enumerable: true, configurable: true });
    });
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
    results[name] = constructor;
  }

  function text() {
    return prelude(this);
  }

  function rules() {
    return inner(this).cssRules;
  }

  define('CSSSupportsRule', 12, { cssRules: rules, conditionText: text });
  define('CSSContainerRule', 0, { cssRules: rules, conditionText: text });
  define('CSSScopeRule', 0, { cssRules: rules });
  define('CSSStartingStyleRule', 0, { cssRules: rules });
  define('CSSLayerBlockRule', 0, { cssRules: rules, name: text });
  define('CSSLayerStatementRule', 0, {
    nameList: function () {
      return prelude(this).split(/\s*,\s*/);
    }
  });
  define('CSSPropertyRule', 0, { name: text });
  return results;
})
