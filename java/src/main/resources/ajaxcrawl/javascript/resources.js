/* Image with a width and a height, Audio, fonts that are there, and the link types that browsers know. */
(function (window) {
  'use strict';

  const RELATIONS = ['stylesheet', 'preload', 'modulepreload', 'prefetch', 'preconnect', 'dns-prefetch', 'icon', 'manifest',
    'alternate', 'prerender', 'apple-touch-icon', 'next', 'mask-icon', 'search'];

  function Image(width, height) {
    const image = window.document.createElement('img');
    if (width !== undefined) {
      image.setAttribute('width', Math.max(0, Math.trunc(width)));
    }
    if (height !== undefined) {
      image.setAttribute('height', Math.max(0, Math.trunc(height)));
    }
    return image;
  }
  Image.prototype = window.HTMLImageElement.prototype;

  function Audio(source) {
    const audio = window.document.createElement('audio');
    audio.setAttribute('preload', 'auto');
    if (source !== undefined) {
      audio.setAttribute('src', source);
    }
    return audio;
  }
  Audio.prototype = window.HTMLAudioElement.prototype;

  let fonts;

  function fontFaces() {
    if (!fonts) {
      fonts = Object.assign(new window.EventTarget(), {
        status: 'loaded',
        size: 0,
        onloading: null,
        onloadingdone: null,
        onloadingerror: null,
        add: function () {
          return fonts;
        },
        delete: function () {
          return false;
        },
        clear: function () { },
        has: function () {
          return false;
        },
        forEach: function () { },
        check: function () {
          return true;
        },
        load: function () {
          return Promise.resolve([]);
        }
      });
      fonts.ready = Promise.resolve(fonts);
      fonts[Symbol.iterator] = function () {
        return [][Symbol.iterator]();
      };
    }
    return fonts;
  }

  return {
    Image: Image,
    Audio: Audio,
    fonts: { get: fontFaces },
    DOMTokenList: {
      supports: function (token) {
        return RELATIONS.indexOf(String(token).toLowerCase()) >= 0;
      }
    }
  };
})
