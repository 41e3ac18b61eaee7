/* The transform of SVG elements as a list of matrices (SVG 2, 8.14). */
(function (window) {
  'use strict';

  const TYPES = ['unknown', 'matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY'];

  function matrix(values) {
    return new window.DOMMatrix(values || [1, 0, 0, 1, 0, 0]);
  }

  function SVGTransform(type, values) {
    this.type = type;
    this.angle = type === 4 || type > 4 ? values[0] || 0 : 0;
    this.matrix = matrix();
    const x = values[0] || 0;
    if (type === 1) {
      this.matrix = matrix(values);
    } else if (type === 2) {
      this.matrix = matrix([1, 0, 0, 1, x, values[1] || 0]);
    } else if (type === 3) {
      this.matrix = matrix([x, 0, 0, values.length > 1 ? values[1] : x, 0, 0]);
    } else if (type === 4) {
      this.matrix = matrix().translate(values[1] || 0, values[2] || 0).rotate(x).translate(-(values[1] || 0), -(values[2] || 0));
    } else if (type > 4) {
      const skew = Math.tan(x * Math.PI / 180);
      this.matrix = matrix(type === 5 ? [1, 0, skew, 1, 0, 0] : [1, skew, 0, 1, 0, 0]);
    }
  }

  function read(text) {
    const found = [];
    const item = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/g;
    for (let parts = item.exec(text); parts; parts = item.exec(text)) {
      found.push(new SVGTransform(TYPES.indexOf(parts[1]), (parts[2].match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) || []).map(Number)));
    }
    return found;
  }

  function text(list) {
    return list.map(function (item) {
      const m = item.matrix;
      return 'matrix(' + [m.a, m.b, m.c, m.d, m.e, m.f].join(' ') + ')';
    }).join(' ');
  }

  function SVGTransformList(element) {
    const self = this;
    Object.defineProperty(this, '_change', {
      value: function (change) {
        const items = self._items();
        const result = change(items);
        element.setAttribute('transform', text(items));
        return result;
      }
    });
    Object.defineProperty(this, '_items', {
      value: function () {
        return read(element.getAttribute('transform') || '');
      }
    });
  }
  SVGTransformList.prototype = {
    constructor: SVGTransformList,
    get numberOfItems() {
      return this._items().length;
    },
    get length() {
      return this._items().length;
    },
    getItem: function (index) {
      return this._items()[index];
    },
    appendItem: function (item) {
      return this._change(function (items) {
        items.push(item);
        return item;
      });
    },
    clear: function () {
      this._change(function (items) {
        items.length = 0;
      });
    },
    initialize: function (item) {
      this.clear();
      return this.appendItem(item);
    },
    removeItem: function (index) {
      return this._change(function (items) {
        return items.splice(index, 1)[0];
      });
    },
    createSVGTransformFromMatrix: function (from) {
      return new SVGTransform(1, [from.a, from.b, from.c, from.d, from.e, from.f]);
    },
    consolidate: function () {
      const items = this._items();
      return items.length === 0 ? null : this.createSVGTransformFromMatrix(items.reduce(function (product, item) {
        return product.multiply(item.matrix);
      }, matrix()));
    }
  };

  return {
    transform: {
      get: function () {
        const list = new SVGTransformList(this);
        return { baseVal: list, animVal: list };
      }
    }
  };
})
