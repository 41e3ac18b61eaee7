/* visualViewport: the window as it is, never zoomed. */
(function (window) {
  'use strict';

  const viewport = new window.EventTarget();
  const values = { offsetLeft: 0, offsetTop: 0, pageLeft: 0, pageTop: 0, scale: 1, onresize: null, onscroll: null,
    onscrollend: null };
  Object.keys(values).forEach(function (name) {
    viewport[name] = values[name];
  });
  ['width', 'height'].forEach(function (name) {
    Object.defineProperty(viewport, name, {
      enumerable: true,
      get: function () {
        return name === 'width' ? window.innerWidth : window.innerHeight;
      }
    });
  });
  return { visualViewport: viewport };
})
