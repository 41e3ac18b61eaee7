/* The popover and inert attributes of HTML elements. */
(function (window) {
  'use strict';

  const open = new WeakSet();

  function kind(element) {
    const value = element.getAttribute('popover');
    if (value === null) {
      return null;
    }
    const word = value.toLowerCase();
    return word === '' || word === 'auto' ? 'auto' : word === 'hint' ? 'hint' : 'manual';
  }

  function toggle(element, wanted) {
    if (kind(element) === null) {
      throw new window.DOMException("Failed to execute 'togglePopover' on 'HTMLElement': Not supported on elements that do not"
        + ' have a valid value for the popover attribute.', 'NotSupportedError');
    }
    if (open.has(element) === wanted) {
      return wanted;
    }
    ['beforetoggle', 'toggle'].forEach(function (type) {
      const event = new window.Event(type, { cancelable: type === 'beforetoggle' && wanted });
      event.oldState = wanted ? 'closed' : 'open';
      event.newState = wanted ? 'open' : 'closed';
      if (type === 'beforetoggle') {
        element.dispatchEvent(event);
        if (wanted) {
          open.add(element);
        } else {
          open.delete(element);
        }
      } else {
        window.setTimeout(function () {
          element.dispatchEvent(event);
        }, 0);
      }
    });
    return wanted;
  }

  return {
    popover: {
      get: function () {
        return kind(this);
      },
      set: function (value) {
        if (value === null || value === undefined) {
          this.removeAttribute('popover');
        } else {
          this.setAttribute('popover', value);
        }
      }
    },
    inert: {
      get: function () {
        return this.hasAttribute('inert');
      },
      set: function (value) {
        this.toggleAttribute('inert', Boolean(value));
      }
    },
    showPopover: function () {
      toggle(this, true);
    },
    hidePopover: function () {
      toggle(this, false);
    },
    togglePopover: function (force) {
      return toggle(this, typeof force === 'boolean' ? force : !open.has(this));
    }
  };
})
