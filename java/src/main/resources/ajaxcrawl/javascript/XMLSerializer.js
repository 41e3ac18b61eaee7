/* XMLSerializer (DOM Parsing and Serialization, XML serialization), as far as documents of the web need prefixes. */
(function (window, host) {
  'use strict';

  const HTML = 'http://www.w3.org/1999/xhtml';
  const KNOWN = { xlink: 'http://www.w3.org/1999/xlink' };
  const VOID = /^(?:area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
  const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

  function escape(text, pattern) {
    return String(text).replace(pattern, function (c) {
      return ESCAPES[c];
    });
  }

  function attribute(name, value) {
    return ' ' + name + '="' + escape(value, /[&<>"\t\n\r]/g) + '"';
  }

  function children(node, scope) {
    let out = '';
    for (let child = node.firstChild; child; child = child.nextSibling) {
      out += serialize(child, scope);
    }
    return out;
  }

  /* scope: namespaces by prefix; the default one has the name ''. */
  function element(node, outer) {
    const isHtml = node.namespaceURI === HTML;
    const name = isHtml ? node.localName : node.nodeName;
    const prefix = name.indexOf(':') > 0 ? name.split(':')[0] : '';
    const scope = Object.assign({}, outer);
    let attributes = '';
    let declarations = '';

    function declare(known, namespace) {
      if (scope[known] !== namespace) {
        scope[known] = namespace;
        declarations += attribute(known ? 'xmlns:' + known : 'xmlns', namespace);
      }
    }

    const own = Array.from(node.attributes);
    own.forEach(function (one) {
      if (one.name === 'xmlns' && !prefix && one.value !== (node.namespaceURI || '')) {
        return; // it would put the element into another namespace
      }
      if (one.name === 'xmlns' || one.name.indexOf('xmlns:') === 0) {
        scope[one.name.slice(6)] = one.value;
        attributes += one.name === 'xmlns' && outer[''] === one.value ? '' : attribute(one.name, one.value);
      }
    });
    declare(prefix, node.namespaceURI || '');
    own.forEach(function (one) {
      if (one.name !== 'xmlns' && one.name.indexOf('xmlns:') !== 0) {
        const known = KNOWN[one.name.split(':')[0]];
        if (known && one.name.indexOf(':') > 0) {
          declare(one.name.split(':')[0], known);
        }
        attributes += attribute(host.attributeName(one) || one.name, one.value);
      }
    });
    const inner = children(isHtml && name === 'template' && node.content ? node.content : node, scope);
    const start = '<' + name + declarations + attributes;
    if (inner || isHtml && !VOID.test(name)) {
      return start + '>' + inner + '</' + name + '>';
    }
    return start + (isHtml ? ' />' : '/>');
  }

  function doctype(node) {
    const system = node.systemId ? ' "' + node.systemId + '"' : '';
    return '<!DOCTYPE ' + node.name + (node.publicId ? ' PUBLIC "' + node.publicId + '"' + system : system && ' SYSTEM' + system) + '>';
  }

  function serialize(node, scope) {
    switch (node.nodeType) {
      case 1: return element(node, scope);
      case 3: return escape(node.data, /[&<>]/g);
      case 4: return '<![CDATA[' + node.data + ']]>';
      case 7: return '<?' + node.target + ' ' + node.data + '?>';
      case 8: return '<!--' + node.data + '-->';
      case 10: return doctype(node);
      default: return children(node, scope);
    }
  }

  return {
    serializeToString: function (root) {
      if (!root || typeof root.nodeType !== 'number') {
        throw new TypeError("Failed to execute 'serializeToString' on 'XMLSerializer': parameter 1 is not of type 'Node'.");
      }
      return serialize(root, { '': '', xml: 'http://www.w3.org/XML/1998/namespace' });
    }
  };
})
