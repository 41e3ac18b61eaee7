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

  function toggles(type, from, to, cancelable) {
    return new ToggleEvent(type, { oldState: from ? 'open' : 'closed', newState: to ? 'open' : 'closed', cancelable: cancelable });
  }

  /* Tells once of what happened in a task. */
  const waiting = new WeakMap();
  function toggled(element, isOpen) {
    if (waiting.has(element)) {
      waiting.get(element).to = isOpen;
      return;
    }
    const change = { to: isOpen };
    waiting.set(element, change);
    window.setTimeout(function () {
      waiting.delete(element);
      element.dispatchEvent(toggles('toggle', !isOpen, change.to, false));
    }, 0);
  }

  /* The open attribute of details came or went. */
  function detailsToggled(details) {
    const name = details.getAttribute('name');
    toggled(details, details.open);
    if (details.open && name) {
      Array.from(details.getRootNode().querySelectorAll('details[open]')).forEach(function (other) {
        if (other !== details && other.getAttribute('name') === name) {
          other.open = false;
        }
      });
    }
  }

  function showDialog(dialog, method, modal) {
    if (dialog.open) {
      if (host.hasState(dialog, 'modal') === modal) {
        return;
      }
      throw new window.DOMException("Failed to execute '" + method + "' on 'HTMLDialogElement': The dialog is already open as a "
        + (modal ? 'non-modal dialog, and therefore cannot be opened as a modal dialog.'
          : 'modal dialog, and therefore cannot be opened as a non-modal dialog.'), 'InvalidStateError');
    }
    if (modal && !dialog.isConnected) {
      throw new window.DOMException("Failed to execute 'showModal' on 'HTMLDialogElement': The element is not in a Document.",
        'InvalidStateError');
    }
    if (dialog.dispatchEvent(toggles('beforetoggle', false, true, true)) && !dialog.open) {
      dialog.setAttribute('open', '');
      host.setState(dialog, 'modal', modal);
      toggled(dialog, true);
    }
  }

  return {
    ToggleEvent: ToggleEvent,
    toggles: toggles,
    toggled: toggled,
    detailsToggled: detailsToggled,
    show: function () {
      showDialog(this, 'show', false);
    },
    showModal: function () {
      showDialog(this, 'showModal', true);
    },
    close: function (value) {
      if (!this.open) {
        return;
      }
      this.dispatchEvent(toggles('beforetoggle', true, false, false));
      this.removeAttribute('open');
      host.setState(this, 'modal', false);
      if (value !== undefined) {
        this.returnValue = value;
      }
      toggled(this, false);
      const dialog = this;
      window.setTimeout(function () {
        dialog.dispatchEvent(new window.Event('close'));
      }, 0);
    },
    requestClose: function (value) {
      if (this.open && this.dispatchEvent(new window.Event('cancel', { cancelable: true }))) {
        this.close(value === undefined ? this.returnValue : value);
      }
    }
  };
})
