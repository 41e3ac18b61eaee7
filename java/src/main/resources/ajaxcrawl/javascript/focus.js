/* What may have the focus (HTML Standard, 6.3 and 6.6). */
(function (window, host) {
  'use strict';

  const FOCUSABLE = 'a,area,button,frame,iframe,input,object,select,textarea,video,audio,details>summary:first-of-type';

  /* An open modal dialog is reached though what is around it is inert. */
  function isInert(element) {
    for (let node = element; node; node = node.parentNode || node.host) {
      if (node.nodeType === 1 && node.hasAttribute('inert')) {
        return true;
      }
      if (node.localName === 'dialog' && node.open && node.matches(':modal')) {
        return false;
      }
    }
    return false;
  }

  return {
    focus: function (options) {
      if (!isInert(this)) {
        host.replaced.focus.call(this, options);
      }
    },
    tabIndex: {
      get: function () {
        const given = parseInt(this.getAttribute('tabindex'), 10);
        return isNaN(given) ? this.matches(FOCUSABLE) ? 0 : -1 : given;
      },
      set: function (value) {
        this.setAttribute('tabindex', String(value | 0));
      }
    }
  };
})
