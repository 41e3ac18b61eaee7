/* Small members of elements and the document that HtmlUnit lacks. */
(function (window) {
  'use strict';

  function nothing() { }

  return {
    checkVisibility: function () {
      if (!this.isConnected) {
        return false;
      }
      for (let element = this; element; element = element.parentElement) {
        if (window.getComputedStyle(element).display === 'none') {
          return false;
        }
      }
      return true;
    },
    setHTMLUnsafe: function (html) {
      this.innerHTML = html;
    },
    getHTML: function () {
      return this.innerHTML;
    },
    scroll: nothing,
    scrollTo: nothing,
    scrollBy: nothing,
    decode: function () {
      return Promise.resolve();
    },
    selectedOptions: {
      get: function () {
        return Array.from(this.options).filter(function (option) {
          return option.selected;
        });
      }
    },
    visibilityState: {
      get: function () {
        return 'visible';
      }
    },
    hidden: {
      get: function () {
        return false;
      }
    }
  };
})
