/* SVG's geometry and reflected attributes. There is no layout: shapes have the sizes that their attributes say, text a
   width for each letter; transforms are left out of account. */
(function (window) {
  'use strict';

  const LETTER = 0.55; // of the font's size
  const STEPS = 16; // lines in place of a curve
  const UNITS = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, 'in': 96, em: 16, rem: 16, ex: 8 };

  function number(text) {
    const parts = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]*)/i.exec(text || '');
    return parts ? Number(parts[1]) * (UNITS[parts[2]] || 1) : 0;
  }

  function attribute(element, name) {
    return number(element.getAttribute(name));
  }

  function numbers(text) {
    return (String(text || '').match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) || []).map(Number);
  }

  function rectangle(x, y, width, height) {
    return new window.DOMRect(x, y, width, height);
  }

  function around(points) {
    if (!points.length) {
      return rectangle(0, 0, 0, 0);
    }
    const xs = points.map(function (point) { return point[0]; });
    const ys = points.map(function (point) { return point[1]; });
    const left = Math.min.apply(null, xs);
    const top = Math.min.apply(null, ys);
    return rectangle(left, top, Math.max.apply(null, xs) - left, Math.max.apply(null, ys) - top);
  }

  function pairs(list) {
    const points = [];
    for (let i = 0; i + 1 < list.length; i += 2) {
      points.push([list[i], list[i + 1]]);
    }
    return points;
  }

  /* The points of a Bézier curve, without its first. */
  function curve(controls) {
    const points = [];
    for (let step = 1; step <= STEPS; step++) {
      let level = controls;
      while (level.length > 1) {
        const next = [];
        for (let i = 0; i + 1 < level.length; i++) {
          next.push([level[i][0] + (level[i + 1][0] - level[i][0]) * step / STEPS,
            level[i][1] + (level[i + 1][1] - level[i][1]) * step / STEPS]);
        }
        level = next;
      }
      points.push(level[0]);
    }
    return points;
  }

  const LENGTHS = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

  /* A path's data as points, an arc as the line to its end. */
  function pathPoints(data) {
    const points = [];
    let at = [0, 0];
    let start = at;
    let control = null; // of the curve before
    (String(data || '').match(/[a-z][^a-df-z]*/gi) || []).forEach(function (part) {
      const letter = part[0].toUpperCase();
      const relative = part[0] !== letter;
      const list = numbers(part.slice(1));
      const size = LENGTHS[letter];
      if (letter === 'Z') {
        at = start;
        points.push(at);
      }
      for (let i = 0; size && i + size <= list.length; i += size) {
        let given = list.slice(i, i + size);
        const origin = at;
        if (letter === 'H' || letter === 'V') {
          const value = given[0] + (relative ? origin[letter === 'H' ? 0 : 1] : 0);
          given = letter === 'H' ? [value, origin[1]] : [origin[0], value];
        } else if (letter === 'A') {
          given = given.slice(5).map(function (value, axis) { return value + (relative ? origin[axis] : 0); });
        } else if (relative) {
          given = given.map(function (value, index) { return value + origin[index % 2]; });
        }
        const controls = pairs(given);
        at = controls[controls.length - 1];
        if (letter === 'S' || letter === 'T') {
          controls.unshift(control ? [2 * origin[0] - control[0], 2 * origin[1] - control[1]] : origin);
        }
        const isCurve = controls.length > 1;
        control = isCurve ? controls[controls.length - 2] : null;
        Array.prototype.push.apply(points, isCurve ? curve([origin].concat(controls)) : [at]);
        if (letter === 'M' && i === 0) {
          start = at;
        }
      }
    });
    return points;
  }

  function round(element, rx, ry) {
    const points = [];
    for (let step = 0; step <= 4 * STEPS; step++) {
      const angle = Math.PI * step / 2 / STEPS;
      points.push([attribute(element, 'cx') + rx * Math.cos(angle), attribute(element, 'cy') + ry * Math.sin(angle)]);
    }
    return points;
  }

  function outline(element) {
    switch (element.localName) {
      case 'path': return pathPoints(element.getAttribute('d'));
      case 'line': return [[attribute(element, 'x1'), attribute(element, 'y1')],
        [attribute(element, 'x2'), attribute(element, 'y2')]];
      case 'polyline': return pairs(numbers(element.getAttribute('points')));
      case 'polygon': {
        const points = pairs(numbers(element.getAttribute('points')));
        return points.concat(points.slice(0, 1));
      }
      case 'circle': return round(element, attribute(element, 'r'), attribute(element, 'r'));
      case 'ellipse': return round(element, attribute(element, 'rx'), attribute(element, 'ry'));
      default: {
        const x = attribute(element, 'x');
        const y = attribute(element, 'y');
        const right = x + attribute(element, 'width');
        const bottom = y + attribute(element, 'height');
        return [[x, y], [right, y], [right, bottom], [x, bottom], [x, y]];
      }
    }
  }

  function fontSize(element) {
    for (let at = element; at && at.getAttribute; at = at.parentNode) {
      const size = number(at.style && at.style.fontSize || at.getAttribute('font-size'));
      if (size) {
        return size;
      }
    }
    return 16;
  }

  function textWidth(element, count) {
    const text = element.textContent.trim();
    return (count === undefined ? text.length : count) * LETTER * fontSize(element);
  }

  function textBox(element) {
    const size = fontSize(element);
    const width = textWidth(element);
    const anchor = element.getAttribute('text-anchor') || element.style && element.style.textAnchor;
    const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0;
    return rectangle(attribute(element, 'x') - shift, attribute(element, 'y') - size * 0.9, width, size * 1.15);
  }

  function box(element) {
    if (/^(text|tspan|textPath)$/.test(element.localName)) {
      return textBox(element);
    }
    if (!/^(svg|g|a|defs|symbol|switch|marker|clipPath|mask)$/.test(element.localName)) {
      return around(outline(element));
    }
    const corners = [];
    Array.from(element.children).forEach(function (child) {
      if (typeof child.getBBox === 'function' && child.localName !== 'defs') {
        const inner = box(child);
        if (inner.width || inner.height) {
          corners.push([inner.left, inner.top], [inner.right, inner.bottom]);
        }
      }
    });
    return around(corners);
  }

  function distance(from, to) {
    return Math.hypot(to[0] - from[0], to[1] - from[1]);
  }

  function point(x, y) {
    return new window.DOMPoint(x, y);
  }

  function identity() {
    return new window.DOMMatrix();
  }

  function length(element, name) {
    return {
      get value() {
        return attribute(element, name);
      },
      set value(value) {
        element.setAttribute(name, value);
      },
      get valueAsString() {
        return element.getAttribute(name) || '0';
      },
      get valueInSpecifiedUnits() {
        return parseFloat(element.getAttribute(name)) || 0;
      },
      unitType: 1
    };
  }

  function string(element, name) {
    return {
      get baseVal() {
        return element.getAttribute(name) || '';
      },
      set baseVal(value) {
        element.setAttribute(name, value);
      },
      get animVal() {
        return element.getAttribute(name) || '';
      }
    };
  }

  function reflected(make, name) {
    return {
      get: function () {
        const made = make(this, name);
        return make === string ? made : { baseVal: made, animVal: made };
      }
    };
  }

  function dataset(element) {
    function attributeName(key) {
      return 'data-' + key.replace(/[A-Z]/g, function (letter) { return '-' + letter.toLowerCase(); });
    }
    return new Proxy({}, {
      has: function (_, key) {
        return typeof key === 'string' && element.hasAttribute(attributeName(key));
      },
      get: function (_, key) {
        return this.has(_, key) ? element.getAttribute(attributeName(key)) : undefined;
      },
      set: function (_, key, value) {
        element.setAttribute(attributeName(key), value);
        return true;
      },
      deleteProperty: function (_, key) {
        element.removeAttribute(attributeName(key));
        return true;
      },
      ownKeys: function () {
        return element.getAttributeNames().filter(function (name) { return name.startsWith('data-'); })
          .map(function (name) { return name.slice(5).replace(/-([a-z])/g, function (all, letter) { return letter.toUpperCase(); }); });
      },
      getOwnPropertyDescriptor: function (_, key) {
        return this.has(_, key)
          ? { value: this.get(_, key), writable: true, enumerable: true, configurable: true } : undefined;
      }
    });
  }

  function nothing() { }

  const definitions = {
    className: reflected(string, 'class'),
    href: {
      get: function () {
        return string(this, this.hasAttribute('href') ? 'href' : 'xlink:href');
      }
    },
    dataset: {
      get: function () {
        return dataset(this);
      }
    },
    ownerSVGElement: {
      get: function () {
        for (let at = this.parentNode; at && at.namespaceURI === this.namespaceURI; at = at.parentNode) {
          if (at.localName === 'svg') {
            return at;
          }
        }
        return null;
      }
    },
    viewBox: {
      get: function () {
        const list = numbers(this.getAttribute('viewBox'));
        const made = list.length === 4 ? rectangle(list[0], list[1], list[2], list[3]) : null;
        return { baseVal: made, animVal: made };
      }
    },
    focus: nothing,
    blur: nothing,
    getBBox: function () {
      return box(this);
    },
    getCTM: identity,
    getScreenCTM: identity,
    getTotalLength: function () {
      const points = outline(this);
      return points.slice(1).reduce(function (sum, to, index) { return sum + distance(points[index], to); }, 0);
    },
    getPointAtLength: function (at) {
      const points = outline(this);
      let rest = Math.max(0, Number(at));
      for (let i = 1; i < points.length; i++) {
        const step = distance(points[i - 1], points[i]);
        if (rest <= step && step > 0) {
          return point(points[i - 1][0] + (points[i][0] - points[i - 1][0]) * rest / step,
            points[i - 1][1] + (points[i][1] - points[i - 1][1]) * rest / step);
        }
        rest -= step;
      }
      const last = points[points.length - 1] || [0, 0];
      return point(last[0], last[1]);
    },
    getComputedTextLength: function () {
      return textWidth(this);
    },
    getNumberOfChars: function () {
      return this.textContent.length;
    },
    getSubStringLength: function (start, count) {
      return textWidth(this, count);
    },
    createSVGPoint: function () {
      return point(0, 0);
    },
    createSVGNumber: function () {
      return { value: 0 };
    },
    createSVGLength: function () {
      return { value: 0, unitType: 1, valueAsString: '0', valueInSpecifiedUnits: 0 };
    },
    createSVGTransform: function () {
      return { type: 1, angle: 0, matrix: identity(), setMatrix: nothing, setRotate: nothing, setScale: nothing,
        setTranslate: nothing };
    },
    getElementById: function (id) {
      return this.querySelector('#' + window.CSS.escape(id));
    }
  };
  ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'x2', 'y1', 'y2'].forEach(function (name) {
    definitions[name] = reflected(length, name);
  });
  return definitions;
})
