/* Small members of elements and the document that HtmlUnit lacks. */
(function (window) {
  'use strict';

  function nothing() { }

  function flatParent(element) {
    return element.assignedSlot || element.parentElement || element.parentNode && element.parentNode.host || null;
  }

  return {
    checkVisibility: function (options) {
      const given = options || {};
      if (!this.isConnected || window.getComputedStyle(this).display === 'contents'
          || (given.visibilityProperty || given.checkVisibilityCSS) && window.getComputedStyle(this).visibility !== 'visible') {
        return false;
      }
      for (let element = this; element; element = flatParent(element)) {
        const style = window.getComputedStyle(element);
        if (style.display === 'none' || (given.opacityProperty || given.checkOpacity) && Number(style.opacity) === 0
            || element !== this && style.getPropertyValue('content-visibility') === 'hidden') {
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
      const image = this;
      return new Promise(function (resolve, reject) {
        function fail() {
          reject(new window.DOMException('The source image cannot be decoded.', 'EncodingError'));
        }
        if (!image.currentSrc) {
          fail();
          return;
        }
        function done() {
          resolve();
        }
        image.addEventListener('load', done);
        image.addEventListener('error', fail);
        window.setTimeout(done, 100); // of an image that is not loaded no event comes
      });
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
    },
    hasFocus: function () {
      return true;
    },
    scrollingElement: {
      get: function () {
        return this.compatMode === 'BackCompat' ? this.body : this.documentElement;
      }
    },
    dir: {
      get: function () {
        return this.documentElement.dir;
      },
      set: function (value) {
        this.documentElement.dir = value;
      }
    },
    currentSrc: {
      get: function () {
        const first = (this.getAttribute('srcset') || '').trim().split(/[\s,]+/)[0];
        return first ? new window.URL(first, this.baseURI).href : this.src;
      }
    }
  };
})
