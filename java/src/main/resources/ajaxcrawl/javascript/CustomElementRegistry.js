/* The registry of custom elements (HTML Standard). What happens to elements is done in Java, where the document is. */
(function (window, host) {
  'use strict';

  const NAME = /^[a-z][^\0\t\n\f\r />A-Z]*-[^\0\t\n\f\r />A-Z]*$/;
  const RESERVED = ['annotation-xml', 'color-profile', 'font-face', 'font-face-src', 'font-face-uri', 'font-face-format',
    'font-face-name', 'missing-glyph'];
  const CALLBACKS = ['connectedCallback', 'disconnectedCallback', 'adoptedCallback', 'attributeChangedCallback'];

  const constructors = new Map();
  const names = new Map();
  const waiting = new Map();

  function fail(type, message) {
    throw new window.DOMException("Failed to execute 'define' on 'CustomElementRegistry': " + message, type);
  }

  function CustomElementRegistry() {
    throw new TypeError('Illegal constructor');
  }

  function method(name, value) {
    Object.defineProperty(CustomElementRegistry.prototype, name, { value: value, writable: true, configurable: true });
  }

  method('define', function define(name, constructor, options) {
    if (typeof constructor !== 'function') {
      throw new TypeError("Failed to execute 'define' on 'CustomElementRegistry': parameter 2 is not of type 'Function'.");
    }
    const tag = String(name);
    if (!NAME.test(tag) || RESERVED.indexOf(tag) >= 0) {
      fail('SyntaxError', '"' + tag + '" is not a valid custom element name');
    }
    if (constructors.has(tag)) {
      fail('NotSupportedError', 'the name "' + tag + '" has already been used with this registry');
    }
    if (names.has(constructor)) {
      fail('NotSupportedError', 'this constructor has already been used with this registry');
    }
    const prototype = constructor.prototype;
    if (prototype === null || typeof prototype !== 'object') {
      throw new TypeError("Failed to execute 'define' on 'CustomElementRegistry': constructor prototype is not an object");
    }
    const callbacks = {};
    CALLBACKS.forEach(function (key) {
      const callback = prototype[key];
      if (callback !== undefined) {
        callbacks[key] = callback;
      }
    });
    if (callbacks.attributeChangedCallback) {
      const observed = constructor.observedAttributes;
      callbacks.observedAttributes = observed === undefined ? [] : Array.from(observed, String);
    }
    if (options && options.extends !== undefined) {
      callbacks.extends = String(options.extends);
      if (NAME.test(callbacks.extends)) {
        fail('NotSupportedError', '"' + callbacks.extends + '" is a valid custom element name');
      }
    }
    if (constructor.formAssociated) {
      callbacks.formAssociated = true;
      host.use('formAssociated.js');
    }
    constructors.set(tag, constructor);
    names.set(constructor, tag);
    host.defineElement(tag, constructor, callbacks);
    if (waiting.has(tag)) {
      waiting.get(tag).resolve(constructor);
      waiting.delete(tag);
    }
  });
  method('get', function get(name) {
    return constructors.get(String(name));
  });
  method('getName', function getName(constructor) {
    return names.has(constructor) ? names.get(constructor) : null;
  });
  method('upgrade', function upgrade(root) {
    if (constructors.size) {
      host.upgradeElements(root);
    }
  });
  method('whenDefined', function whenDefined(name) {
    const tag = String(name);
    if (constructors.has(tag)) {
      return Promise.resolve(constructors.get(tag));
    }
    if (!NAME.test(tag)) {
      return Promise.reject(new window.DOMException("Failed to execute 'whenDefined' on 'CustomElementRegistry': \"" + tag
        + '" is not a valid custom element name', 'SyntaxError'));
    }
    if (!waiting.has(tag)) {
      const entry = {};
      entry.promise = new Promise(function (resolve) {
        entry.resolve = resolve;
      });
      waiting.set(tag, entry);
    }
    return waiting.get(tag).promise;
  });
  Object.defineProperty(CustomElementRegistry.prototype, Symbol.toStringTag, {
    value: 'CustomElementRegistry', configurable: true
  });

  return { customElements: Object.create(CustomElementRegistry.prototype), CustomElementRegistry: CustomElementRegistry };
})
