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
