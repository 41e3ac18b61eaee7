/* Custom elements that forms know of (HTML Standard, 4.10.17 and 4.13.3): what they are told, and form.elements. */
(function (window, host) {
  'use strict';

  const told = new WeakMap();

  function isAssociated(element) {
    return element.localName.indexOf('-') > 0 && Boolean(element.constructor.formAssociated);
  }

  function within(root) {
    return Array.from(root.querySelectorAll('*')).filter(isAssociated);
  }

  function owner(element) {
    return element.hasAttribute('form') ? element.getRootNode().querySelector('form#' + window.CSS.escape(element.getAttribute('form')))
      : element.closest('form');
  }

  function isDisabled(element) {
    return element.hasAttribute('disabled') || element.closest('fieldset[disabled]') !== null;
  }

  function update(element) {
    const before = told.get(element) || { form: null, disabled: false };
    const now = { form: owner(element), disabled: isDisabled(element) };
    told.set(element, now);
    host.setState(element, 'disabled', now.disabled);
    host.setState(element, 'enabled', !now.disabled);
    if (now.form !== before.form && typeof element.formAssociatedCallback === 'function') {
      element.formAssociatedCallback(now.form);
    }
    if (now.disabled !== before.disabled && typeof element.formDisabledCallback === 'function') {
      element.formDisabledCallback(now.disabled);
    }
  }

  const elements = Object.getOwnPropertyDescriptor(window.HTMLFormElement.prototype, 'elements').get;

  function inTreeOrder(one, two) {
    return one.compareDocumentPosition(two) & window.Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  }

  /* The browser's own collection knows its own elements only. */
  function collection(all) {
    const list = Object.create(window.HTMLCollection.prototype);
    const named = function (name) {
      return all.find(function (element) {
        return element.id === name || element.getAttribute('name') === name;
      }) || null;
    };
    const members = {
      length: all.length,
      item: function (index) {
        return all[index] || null;
      },
      namedItem: named
    };
    all.forEach(function (element) {
      [element.id, element.getAttribute('name')].forEach(function (name) {
        if (name && !(name in list)) {
          Object.defineProperty(list, name, { value: named(name), configurable: true });
        }
      });
    });
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(list, name, { value: members[name], configurable: true });
    });
    Object.assign(list, all);
    Object.defineProperty(list, Symbol.iterator, { value: all[Symbol.iterator].bind(all) });
    return list;
  }

  Object.defineProperty(window.HTMLFormElement.prototype, 'elements', {
    configurable: true,
    enumerable: true,
    get: function () {
      const form = this;
      const own = within(this.getRootNode()).filter(function (element) {
        return owner(element) === form;
      });
      return own.length ? collection(Array.from(elements.call(this)).concat(own).sort(inTreeOrder)) : elements.call(this);
    }
  });

  return {
    isDisabled: isDisabled,
    owner: owner,
    /* An element came, went, or has another attribute. */
    changed: function (element) {
      (isAssociated(element) ? [element] : within(element)).forEach(update);
    }
  };
})
