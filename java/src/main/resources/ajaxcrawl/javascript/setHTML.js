/* HTML that may hold no code (HTML Sanitizer API, its default configuration), and moves that keep an element's state. */
(function (window) {
  'use strict';

  const REFUSED = 'script, style, iframe, frame, frameset, object, embed, template, base, link, meta, noscript, svg script, svg use,'
    + ' form, input, button, select, option, textarea, audio, video, img, picture, source, track, canvas, dialog, slot';
  const CODE = /^\s*javascript:/i;
  const KEPT = /^(?:dir|lang|title|href|hreflang|abbr|cite|colspan|rowspan|datetime|headers|scope|span|start|type|value|reversed)$/;

  function clean(root) {
    Array.from(root.querySelectorAll(REFUSED)).forEach(function (element) {
      element.remove();
    });
    Array.from(root.querySelectorAll('*')).forEach(function (element) {
      element.getAttributeNames().forEach(function (name) {
        if (!KEPT.test(name) || CODE.test(element.getAttribute(name))) {
          element.removeAttribute(name);
        }
      });
    });
  }

  return {
    setHTML: function (html) {
      const template = window.document.createElement('template');
      template.innerHTML = html;
      clean(template.content);
      this.replaceChildren(template.content);
    },
    moveBefore: function (node, child) {
      this.insertBefore(node, child);
    }
  };
})
