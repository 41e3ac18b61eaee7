/* Attributes removed by their nodes (DOM Standard, 4.9 and 4.9.1): HtmlUnit leaves those that have a namespace. */
(function (window) {
  'use strict';

  function remove(element, attribute) {
    if (attribute.namespaceURI) {
      element.removeAttributeNS(attribute.namespaceURI, attribute.localName);
    } else {
      element.removeAttribute(attribute.name);
    }
    return attribute;
  }

  function removeFound(attribute, name) {
    if (!attribute) {
      throw new window.DOMException('No item with name \'' + name + '\' was found.', 'NotFoundError');
    }
    return remove(attribute.ownerElement, attribute);
  }

  return {
    removeAttributeNode: function (attribute) {
      if (!(attribute instanceof window.Attr)) {
        throw new TypeError('parameter 1 is not of type \'Attr\'.');
      }
      if (this.getAttributeNode(attribute.name) !== attribute) {
        throw new window.DOMException('The node provided is owned by another element.', 'NotFoundError');
      }
      return remove(this, attribute);
    },
    removeNamedItem: function (name) {
      return removeFound(this.getNamedItem(name), name);
    },
    removeNamedItemNS: function (namespace, localName) {
      return removeFound(this.getNamedItemNS(namespace, localName), localName);
    }
  };
})
