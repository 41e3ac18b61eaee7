/* HTMLScriptElement.supports and noModule. */
(function () {
  'use strict';

  return {
    supports: function (type) {
      return ['classic', 'module', 'importmap'].indexOf(String(type)) >= 0;
    },
    noModule: {
      get: function () {
        return this.hasAttribute('nomodule');
      },
      set: function (value) {
        this.toggleAttribute('nomodule', Boolean(value));
      }
    }
  };
})
