/* Popovers, and what buttons command (HTML Standard, 6.12 and 4.10.6). */
(function (window, host) {
  'use strict';

  const { toggles, toggled } = host.use('disclosure.js');
  const OPEN = 'popover-open';
  const invokers = new WeakMap();
  let autos = []; // those of the kind auto that are open, the innermost last

  function kind(element) {
    const value = element.getAttribute('popover');
    if (value === null) {
      return null;
    }
    const word = value.toLowerCase();
    return word === '' || word === 'auto' ? 'auto' : word === 'hint' ? 'hint' : 'manual';
  }

  function isOpen(element) {
    return host.hasState(element, OPEN);
  }

  function check(element, method) {
    const fail = "Failed to execute '" + method + "' on 'HTMLElement': ";
    if (kind(element) === null) {
      throw new window.DOMException(fail + 'Not supported on elements that do not have a valid value for the popover attribute.',
        'NotSupportedError');
    }
    if (!element.isConnected) {
      throw new window.DOMException(fail + 'Invalid on disconnected popover elements.', 'InvalidStateError');
    }
  }

  function hide(element) {
    const inner = autos.indexOf(element);
    if (inner >= 0) {
      autos.slice(inner + 1).reverse().forEach(hide);
      autos = autos.filter(function (other) {
        return other !== element;
      });
    }
    if (isOpen(element)) {
      element.dispatchEvent(toggles('beforetoggle', true, false, false));
      host.setState(element, OPEN, false);
      toggled(element, false);
    }
  }

  /* Whether one popover stands in another, or was opened from it. */
  function isWithin(element, outer) {
    const invoker = invokers.get(element);
    return outer.contains(element) || Boolean(invoker) && outer.contains(invoker);
  }

  function show(element, source) {
    if (isOpen(element) || !element.dispatchEvent(toggles('beforetoggle', false, true, true)) || kind(element) === null
        || !element.isConnected) {
      return;
    }
    invokers.set(element, source);
    if (kind(element) === 'auto') {
      autos.slice().reverse().forEach(function (other) {
        if (!isWithin(element, other)) {
          hide(other);
        }
      });
      autos.push(element);
    }
    host.setState(element, OPEN, true);
    toggled(element, true);
  }

  function source(options) {
    return options && typeof options === 'object' ? options.source : undefined;
  }

  function toggle(element, wanted, from) {
    if (wanted && !isOpen(element)) {
      show(element, from);
    } else if (!wanted && isOpen(element)) {
      hide(element);
    }
    return isOpen(element);
  }

  /* The element that an attribute of a button names, or that a script gave. */
  function reference(attribute) {
    const given = new WeakMap();
    return {
      get: function () {
        return given.has(this) ? given.get(this) : this.hasAttribute(attribute)
          ? this.getRootNode().querySelector('#' + window.CSS.escape(this.getAttribute(attribute))) : null;
      },
      set: function (element) {
        if (element === null || element === undefined) {
          given.delete(this);
          this.removeAttribute(attribute);
        } else {
          this.setAttribute(attribute, '');
          given.set(this, element);
        }
      }
    };
  }

  function keyword(attribute, known, otherwise) {
    return {
      get: function () {
        const word = (this.getAttribute(attribute) || '').toLowerCase();
        return known.indexOf(word) >= 0 || /^--/.test(word) ? word : otherwise;
      },
      set: function (value) {
        this.setAttribute(attribute, value);
      }
    };
  }

  function CommandEvent(type, init) {
    const given = init || {};
    const made = Reflect.construct(window.Event, [type, given], new.target || CommandEvent);
    Object.defineProperty(made, 'command', { value: given.command === undefined ? '' : String(given.command), enumerable: true });
    Object.defineProperty(made, 'source', { value: given.source || null, enumerable: true });
    return made;
  }
  CommandEvent.prototype = Object.create(window.Event.prototype, {
    constructor: { value: CommandEvent, writable: true, configurable: true }
  });

  const COMMANDS = {
    'show-popover': function (target, button) {
      return kind(target) !== null && toggle(target, true, button);
    },
    'hide-popover': function (target) {
      return kind(target) !== null && toggle(target, false);
    },
    'toggle-popover': function (target, button) {
      return kind(target) !== null && toggle(target, !isOpen(target), button);
    },
    'show-modal': function (target) {
      return target.localName === 'dialog' && !target.open && target.showModal();
    },
    close: function (target, button) {
      return target.localName === 'dialog' && target.close(button.hasAttribute('value') ? button.value : undefined);
    },
    'request-close': function (target, button) {
      return target.localName === 'dialog' && target.requestClose(button.hasAttribute('value') ? button.value : undefined);
    }
  };

  const popoverTargetElement = reference('popovertarget');
  const commandForElement = reference('commandfor');
  const popoverTargetAction = keyword('popovertargetaction', ['toggle', 'show', 'hide'], 'toggle');
  const command = keyword('command', Object.keys(COMMANDS), '');

  /* What a click does on a button that no form is sent by. */
  function activate(button) {
    const target = commandForElement.get.call(button);
    const wanted = command.get.call(button);
    if (target && wanted) {
      if (target.dispatchEvent(new CommandEvent('command', { command: wanted, source: button, cancelable: true }))
          && COMMANDS[wanted]) {
        COMMANDS[wanted](target, button);
      }
      return;
    }
    const popover = popoverTargetElement.get.call(button);
    const action = popoverTargetAction.get.call(button);
    if (popover && kind(popover) !== null) {
      toggle(popover, action === 'show' || action === 'toggle' && !isOpen(popover), button);
    }
  }

  return {
    activate: activate,
    CommandEvent: CommandEvent,
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
    popoverTargetElement: popoverTargetElement,
    popoverTargetAction: popoverTargetAction,
    commandForElement: commandForElement,
    command: command,
    showPopover: function (options) {
      check(this, 'showPopover');
      show(this, source(options));
    },
    hidePopover: function () {
      check(this, 'hidePopover');
      hide(this);
    },
    togglePopover: function (options) {
      check(this, 'togglePopover');
      const force = typeof options === 'boolean' ? options : options && options.force;
      return toggle(this, force === undefined ? !isOpen(this) : Boolean(force), source(options));
    }
  };
})
