/* Members of nodes and the window that HtmlUnit lacks, and that need no thought. */
(function (window) {
  'use strict';

  const BUILT_IN = { xml: 'http://www.w3.org/XML/1998/namespace', xmlns: 'http://www.w3.org/2000/xmlns/' };
  const bar = { visible: true };

  function lookup(node, prefix) {
    let element = node.nodeType === 9 ? node.documentElement : node.nodeType === 1 ? node : node.parentElement;
    for (; element; element = element.parentElement) {
      if (BUILT_IN[prefix]) {
        return BUILT_IN[prefix];
      }
      if (element.namespaceURI !== null && element.prefix === prefix) {
        return element.namespaceURI;
      }
      const name = prefix ? 'xmlns:' + prefix : 'xmlns';
      if (element.hasAttribute(name)) {
        return element.getAttribute(name) || null;
      }
    }
    return null;
  }

  function handler(type) {
    const listeners = new WeakMap();
    return {
      get: function () {
        return listeners.has(this) ? listeners.get(this).given : null;
      },
      set: function (given) {
        if (listeners.has(this)) {
          this.removeEventListener(type, listeners.get(this).listener);
          listeners.delete(this);
        }
        if (typeof given === 'function') {
          const listener = function (event) {
            if (given.call(this, event) === false) {
              event.preventDefault();
            }
          };
          listeners.set(this, { given: given, listener: listener });
          this.addEventListener(type, listener);
        }
      }
    };
  }

  const results = {
    origin: window.location.origin,
    lookupNamespaceURI: function (prefix) {
      return lookup(this, prefix || null);
    },
    isDefaultNamespace: function (namespace) {
      return lookup(this, null) === (namespace || null);
    },
    namedItem: function (name) {
      return Array.from(this.options).find(function (option) {
        return option.id === name || option.getAttribute('name') === name;
      }) || null;
    },
    createAttributeNS: function (namespace, name) {
      const holder = this.createElement('i');
      holder.setAttributeNS(namespace, name, '');
      return holder.removeAttributeNode(holder.attributes[0]);
    },
    getAttributeNodeNS: function (namespace, localName) {
      return Array.from(this.attributes).find(function (attribute) {
        return attribute.namespaceURI === (namespace || null) && attribute.localName === localName;
      }) || null;
    },
    setAttributeNodeNS: function (attribute) {
      if (attribute.namespaceURI === null) {
        return this.setAttributeNode(attribute);
      }
      const before = this.getAttributeNodeNS(attribute.namespaceURI, attribute.localName);
      this.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value);
      return before;
    },
    currentCSSZoom: {
      get: function () {
        return 1;
      }
    },
    closedBy: {
      get: function () {
        const word = (this.getAttribute('closedby') || '').toLowerCase();
        return word === 'any' || word === 'closerequest' ? word : 'none';
      },
      set: function (value) {
        this.setAttribute('closedby', value);
      }
    },
    styleSheets: {
      get: function () {
        return Array.from(this.querySelectorAll('style, link[rel~=stylesheet]'), function (owner) {
          return owner.sheet;
        }).filter(Boolean);
      }
    },
    elementFromPoint: function (x, y) {
      return this.ownerDocument.elementFromPoint(x, y);
    },
    fetchPriority: {
      get: function () {
        const word = (this.getAttribute('fetchpriority') || '').toLowerCase();
        return word === 'high' || word === 'low' ? word : 'auto';
      },
      set: function (value) {
        this.setAttribute('fetchpriority', value);
      }
    },
    translate: {
      get: function () {
        const nearest = this.closest('[translate]');
        return nearest === null || nearest.getAttribute('translate').toLowerCase() !== 'no';
      },
      set: function (value) {
        this.setAttribute('translate', value ? 'yes' : 'no');
      }
    },
    x: {
      get: function () {
        return this.isConnected ? this.getBoundingClientRect().x : 0;
      }
    },
    y: {
      get: function () {
        return this.isConnected ? this.getBoundingClientRect().y : 0;
      }
    },
    queryCommandState: function () {
      return false;
    },
    queryCommandIndeterm: function () {
      return false;
    },
    queryCommandValue: function () {
      return '';
    }
  };
  ['locationbar', 'menubar', 'personalbar', 'scrollbars', 'statusbar', 'toolbar'].forEach(function (name) {
    results[name] = bar;
  });
  ['beforeinput', 'beforematch', 'beforetoggle', 'command', 'formdata', 'securitypolicyviolation', 'slotchange'].forEach(function (type) {
    results['on' + type] = handler(type);
  });
  return results;
})
