/* Matrices of transforms (CSSWG, Geometry Interfaces 1), in two dimensions and in three. */
(function (window) {
  'use strict';

  const NAMES = [];
  for (let column = 1; column <= 4; column++) {
    for (let row = 1; row <= 4; row++) {
      NAMES.push('m' + column + row);
    }
  }
  const FLAT = { a: 0, b: 1, c: 4, d: 5, e: 12, f: 13 };
  const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const DEGREES = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };

  function product(left, right) {
    return IDENTITY.map(function (_, index) {
      const column = index >> 2;
      const row = index & 3;
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        sum += left[k * 4 + row] * right[column * 4 + k];
      }
      return sum;
    });
  }

  function flat(a, b, c, d, e, f) {
    return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1];
  }

  function translation(x, y, z) {
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x || 0, y || 0, z || 0, 1];
  }

  function scaling(x, y, z) {
    return [x, 0, 0, 0, 0, y === undefined ? x : y, 0, 0, 0, 0, z === undefined ? 1 : z, 0, 0, 0, 0, 1];
  }

  function rotation(x, y, z, degrees) {
    const size = Math.hypot(x, y, z);
    if (!size) {
      return IDENTITY;
    }
    const [u, v, w] = [x / size, y / size, z / size];
    const sin = Math.sin(degrees * Math.PI / 180);
    const cos = Math.cos(degrees * Math.PI / 180);
    const t = 1 - cos;
    return [t * u * u + cos, t * u * v + sin * w, t * u * w - sin * v, 0,
      t * u * v - sin * w, t * v * v + cos, t * v * w + sin * u, 0,
      t * u * w + sin * v, t * v * w - sin * u, t * w * w + cos, 0, 0, 0, 0, 1];
  }

  function skewing(x, y) {
    return flat(1, Math.tan(y * Math.PI / 180), Math.tan(x * Math.PI / 180), 1, 0, 0);
  }

  /* The product of a list of CSS transforms. */
  function parsed(text) {
    let values = IDENTITY;
    if (/^\s*(none)?\s*$/.test(text)) {
      return values;
    }
    const rest = text.replace(/([a-zA-Z0-9]+)\(([^)]*)\)/g, function (all, name, list) {
      const given = list.split(/[\s,]+/).filter(Boolean).map(function (one) {
        const parts = /^([-+.\de]*\d)(deg|rad|grad|turn)?/i.exec(one);
        return parts ? Number(parts[1]) * (parts[2] ? DEGREES[parts[2].toLowerCase()] : 1) : NaN;
      });
      const [x, y, z, angle] = given;
      const made = {
        matrix: function () { return flat.apply(null, given); },
        matrix3d: function () { return given; },
        translate: function () { return translation(x, y); },
        translateX: function () { return translation(x); },
        translateY: function () { return translation(0, x); },
        translateZ: function () { return translation(0, 0, x); },
        translate3d: function () { return translation(x, y, z); },
        scale: function () { return scaling(x, y); },
        scaleX: function () { return scaling(x, 1); },
        scaleY: function () { return scaling(1, x); },
        scaleZ: function () { return scaling(1, 1, x); },
        scale3d: function () { return scaling(x, y, z); },
        rotate: function () { return rotation(0, 0, 1, x); },
        rotateX: function () { return rotation(1, 0, 0, x); },
        rotateY: function () { return rotation(0, 1, 0, x); },
        rotateZ: function () { return rotation(0, 0, 1, x); },
        rotate3d: function () { return rotation(x, y, z, angle); },
        skew: function () { return skewing(x, y || 0); },
        skewX: function () { return skewing(x, 0); },
        skewY: function () { return skewing(0, x); },
        perspective: function () { return IDENTITY.map(function (value, i) { return i === 11 ? -1 / x : value; }); }
      }[name];
      if (!made || given.some(isNaN)) {
        return all;
      }
      values = product(values, made());
      return '';
    });
    if (rest.trim()) {
      throw new window.DOMException("Failed to parse '" + text + "'.", 'SyntaxError');
    }
    return values;
  }

  function valuesOf(init) {
    if (init === undefined || init === null) {
      return IDENTITY;
    }
    if (typeof init === 'string') {
      return parsed(init);
    }
    const list = typeof init.length === 'number' ? Array.from(init, Number) : null;
    if (list) {
      if (list.length !== 6 && list.length !== 16) {
        throw new TypeError('The sequence must contain 6 elements for a 2D matrix or 16 elements for a 3D matrix.');
      }
      return list.length === 6 ? flat.apply(null, list) : list;
    }
    return NAMES.map(function (name, index) {
      const short = Object.keys(FLAT).find(function (letter) { return FLAT[letter] === index; });
      const value = init[name] !== undefined ? init[name] : short && init[short];
      return value === undefined ? IDENTITY[index] : Number(value);
    });
  }

  function inverse(values) { // Gauss and Jordan
    const rows = [0, 1, 2, 3].map(function (row) {
      return [0, 1, 2, 3].map(function (column) { return values[column * 4 + row]; })
        .concat([0, 1, 2, 3].map(function (column) { return Number(column === row); }));
    });
    for (let i = 0; i < 4; i++) {
      let best = i;
      for (let k = i + 1; k < 4; k++) {
        if (Math.abs(rows[k][i]) > Math.abs(rows[best][i])) {
          best = k;
        }
      }
      const row = rows[best];
      if (!row[i]) {
        return IDENTITY.map(function () { return NaN; });
      }
      rows[best] = rows[i];
      rows[i] = row.map(function (value) { return value / row[i]; });
      rows.forEach(function (other, k) {
        if (k !== i) {
          rows[k] = other.map(function (value, column) { return value - other[i] * rows[i][column]; });
        }
      });
    }
    return IDENTITY.map(function (_, index) { return rows[index & 3][4 + (index >> 2)] + 0; });
  }

  const VALUES = new WeakMap();

  function DOMMatrixReadOnly(init) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'DOMMatrixReadOnly': Please use the 'new' operator");
    }
    VALUES.set(this, valuesOf(init).slice());
  }

  function DOMMatrix(init) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'DOMMatrix': Please use the 'new' operator");
    }
    VALUES.set(this, valuesOf(init).slice());
  }

  DOMMatrix.prototype = Object.create(DOMMatrixReadOnly.prototype, {
    constructor: { value: DOMMatrix, writable: true, configurable: true },
    [Symbol.toStringTag]: { value: 'DOMMatrix', configurable: true }
  });
  Object.defineProperty(DOMMatrixReadOnly.prototype, Symbol.toStringTag, { value: 'DOMMatrixReadOnly', configurable: true });
  Object.setPrototypeOf(DOMMatrix, DOMMatrixReadOnly);
  [DOMMatrixReadOnly, DOMMatrix].forEach(function (Matrix) {
    Matrix.fromMatrix = Matrix.fromFloat32Array = Matrix.fromFloat64Array = function (init) { return new Matrix(init); };
  });

  function component(name, index) {
    Object.defineProperty(DOMMatrixReadOnly.prototype, name, {
      get: function () { return VALUES.get(this)[index]; }, enumerable: true, configurable: true
    });
    Object.defineProperty(DOMMatrix.prototype, name, {
      get: function () { return VALUES.get(this)[index]; },
      set: function (value) { VALUES.get(this)[index] = Number(value); }, enumerable: true, configurable: true
    });
  }
  NAMES.forEach(component);
  Object.keys(FLAT).forEach(function (name) { component(name, FLAT[name]); });

  function getter(name, get) {
    Object.defineProperty(DOMMatrixReadOnly.prototype, name, { get: get, enumerable: true, configurable: true });
  }
  getter('is2D', function () {
    const values = VALUES.get(this);
    return [2, 3, 6, 7, 8, 9, 11, 14].every(function (i) { return values[i] === 0; }) && values[10] === 1 && values[15] === 1;
  });
  getter('isIdentity', function () {
    return VALUES.get(this).every(function (value, index) { return value === IDENTITY[index]; });
  });

  /* Each as a method that makes another matrix, and as one with Self that changes this one. */
  const OPERATIONS = {
    multiply: function (values, other) { return product(values, valuesOf(other)); },
    translate: function (values, x, y, z) { return product(values, translation(x, y, z)); },
    scale: function (values, x, y, z, ox, oy, oz) {
      return product(product(product(values, translation(ox, oy, oz)), scaling(x === undefined ? 1 : x, y, z)),
        translation(-ox || 0, -oy || 0, -oz || 0));
    },
    scale3d: function (values, by, ox, oy, oz) {
      return OPERATIONS.scale(values, by, by, by, ox, oy, oz);
    },
    rotate: function (values, x, y, z) {
      if (y === undefined && z === undefined) {
        return product(values, rotation(0, 0, 1, x || 0));
      }
      return product(product(product(values, rotation(0, 0, 1, z || 0)), rotation(0, 1, 0, y || 0)), rotation(1, 0, 0, x || 0));
    },
    rotateFromVector: function (values, x, y) {
      return product(values, rotation(0, 0, 1, Math.atan2(y || 0, x || 0) * 180 / Math.PI));
    },
    rotateAxisAngle: function (values, x, y, z, degrees) { return product(values, rotation(x, y, z, degrees)); },
    skewX: function (values, degrees) { return product(values, skewing(degrees || 0, 0)); },
    skewY: function (values, degrees) { return product(values, skewing(0, degrees || 0)); },
    invert: function (values) { return inverse(values); },
    preMultiply: function (values, other) { return product(valuesOf(other), values); }
  };
  Object.keys(OPERATIONS).forEach(function (name) {
    function computed(matrix, args) {
      return OPERATIONS[name].apply(null, [VALUES.get(matrix)].concat(Array.from(args)));
    }
    if (name !== 'preMultiply') {
      DOMMatrixReadOnly.prototype[name === 'invert' ? 'inverse' : name] = function () {
        return new DOMMatrix(computed(this, arguments));
      };
    }
    DOMMatrix.prototype[name + 'Self'] = function () {
      VALUES.set(this, computed(this, arguments));
      return this;
    };
  });
  Object.assign(DOMMatrixReadOnly.prototype, {
    flipX: function () { return new DOMMatrix(product(VALUES.get(this), scaling(-1, 1))); },
    flipY: function () { return new DOMMatrix(product(VALUES.get(this), scaling(1, -1))); },
    scaleNonUniform: function (x, y) { return new DOMMatrix(product(VALUES.get(this), scaling(x, y === undefined ? 1 : y))); },
    transformPoint: function (given) {
      const values = VALUES.get(this);
      const from = [given && given.x || 0, given && given.y || 0, given && given.z || 0,
        given && given.w !== undefined ? given.w : 1];
      const to = [0, 1, 2, 3].map(function (row) {
        return from.reduce(function (sum, value, column) { return sum + value * values[column * 4 + row]; }, 0);
      });
      return new window.DOMPoint(to[0], to[1], to[2], to[3]);
    },
    toFloat32Array: function () { return new Float32Array(VALUES.get(this)); },
    toFloat64Array: function () { return new Float64Array(VALUES.get(this)); },
    toJSON: function () {
      const all = {};
      Object.keys(FLAT).concat(NAMES, 'is2D', 'isIdentity').forEach(function (name) { all[name] = this[name]; }, this);
      return all;
    },
    toString: function () {
      const values = VALUES.get(this);
      return this.is2D ? 'matrix(' + [0, 1, 4, 5, 12, 13].map(function (i) { return values[i]; }).join(', ') + ')'
        : 'matrix3d(' + values.join(', ') + ')';
    }
  });
  DOMMatrix.prototype.setMatrixValue = function (text) {
    VALUES.set(this, parsed(text).slice());
    return this;
  };

  return {
    DOMMatrix: DOMMatrix,
    DOMMatrixReadOnly: DOMMatrixReadOnly,
    WebKitCSSMatrix: DOMMatrix,
    SVGMatrix: DOMMatrix,
    createSVGMatrix: function () {
      return new DOMMatrix();
    },
    matrixTransform: function (matrix) {
      return new DOMMatrixReadOnly(matrix).transformPoint(this);
    },
    fromPoint: function (other) {
      const from = other || {};
      return new this(from.x || 0, from.y || 0, from.z || 0, from.w === undefined ? 1 : from.w);
    },
    fromRect: function (other) {
      const from = other || {};
      return new this(from.x || 0, from.y || 0, from.width || 0, from.height || 0);
    }
  };
})
