/* Details and dialogs that scripts open and close (HTML Standard, 4.11). */
(function (window, host) {
  'use strict';

  function ToggleEvent(type, init) {
    const given = init || {};
    const event = Reflect.construct(window.Event, [type, given], new.target || ToggleEvent);
    Object.defineProperty(event, 'oldState', { value: String(given.oldState === undefined ? '' : given.oldState), enumerable: true });
    Object.defineProperty(event, 'newState', { value: String(given.newState === undefined ? '' : given.newState), enumerable: true });
    return event;
  }
  ToggleEvent.prototype = Object.create(window.Event.prototype, {
    constructor: { value: ToggleEvent, writable: true, configurable: true }
  });

  function state(isOpen) {
    return isOpen ? 'open' : 'closed';
  }

  const open = {
    get: function () {
      return this.hasAttribute('open');
    },
    set: function (value) {
      const details = this;
      const isOpen = Boolean(value);
      if (isOpen === this.open) {
        return;
      }
      this.toggleAttribute('open', isOpen);
      const name = this.getAttribute('name');
      if (isOpen && name) {
        Array.from(this.getRootNode().querySelectorAll('details[open]')).forEach(function (other) {
          if (other !== details && other.getAttribute('name') === name) {
            other.open = false;
          }
        });
      }
      window.setTimeout(function () {
        details.dispatchEvent(new ToggleEvent('toggle', { oldState: state(!isOpen), newState: state(isOpen) }));
      }, 0);
    }
  };

  return {
    ToggleEvent: ToggleEvent,
    open: open,
    requestClose: function (value) {
      if (this.open && this.dispatchEvent(new window.Event('cancel', { cancelable: true }))) {
        this.close(value === undefined ? this.returnValue : value);
      }
    }
  };
})
