/* The descriptors of @font-face (CSS Fonts 4, 12.1), in the declaration of a rule that no sheet of the page has. */
(function (window) {
  'use strict';

  const declarations = new WeakMap();

  return {
    style: {
      get: function () {
        if (!declarations.has(this)) {
          const sheet = new window.CSSStyleSheet();
          sheet.insertRule('i ' + this.cssText.slice(this.cssText.indexOf('{')), 0);
          declarations.set(this, sheet.cssRules[0].style);
        }
        return declarations.get(this);
      }
    }
  };
})
