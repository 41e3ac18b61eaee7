/* The drawing state of a 2d context (HTML Standard, 4.12.5.1): colours read as the standard writes them. */
(function (window, host) {
  'use strict';

  const FIRST = { fillStyle: '#000000', strokeStyle: '#000000', font: '10px sans-serif', textAlign: 'start', textBaseline: 'alphabetic',
    direction: 'inherit', filter: 'none', lineCap: 'butt', lineJoin: 'miter', miterLimit: 10, lineDashOffset: 0, shadowBlur: 0,
    shadowColor: 'rgba(0, 0, 0, 0)', shadowOffsetX: 0, shadowOffsetY: 0, globalCompositeOperation: 'source-over',
    imageSmoothingEnabled: true, imageSmoothingQuality: 'low', letterSpacing: '0px', wordSpacing: '0px', fontKerning: 'auto' };
  const COLOURS = ['fillStyle', 'strokeStyle', 'shadowColor'];
  const states = new WeakMap();

  function stateOf(context) {
    if (!states.has(context)) {
      states.set(context, { now: Object.assign({}, FIRST), saved: [] });
    }
    return states.get(context);
  }

  function hexOf(number) {
    return Math.round(Math.min(255, Math.max(0, number))).toString(16).padStart(2, '0');
  }

  function written(red, green, blue, alpha) {
    if (alpha >= 1) {
      return '#' + hexOf(red) + hexOf(green) + hexOf(blue);
    }
    return 'rgba(' + [red, green, blue].map(Math.round).join(', ') + ', ' + Number((Math.round(alpha * 255) / 255).toFixed(2)) + ')';
  }

  function fromHsl(hue, saturation, lightness, alpha) {
    const part = saturation * Math.min(lightness, 1 - lightness);
    const channel = function (offset) {
      const k = (offset + hue / 30) % 12;
      return 255 * (lightness - part * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
    };
    return written(channel(0), channel(8), channel(4), alpha);
  }

  /* A colour as contexts give it back; null: it is none. */
  function colour(text) {
    const given = host.namedColour(String(text).trim().toLowerCase());
    const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(given);
    if (hex) {
      const digits = hex[1].length < 6 ? hex[1].replace(/./g, '$&$&') : hex[1];
      const numbers = digits.match(/../g).map(function (two) {
        return parseInt(two, 16);
      });
      return written(numbers[0], numbers[1], numbers[2], numbers.length > 3 ? numbers[3] / 255 : 1);
    }
    const parts = /^(rgb|hsl)a?\(([^)]+)\)$/.exec(given);
    const numbers = parts && parts[2].split(/[\s,\/]+/).map(function (one, index) {
      const share = one.slice(-1) === '%' ? (parts[1] === 'rgb' && index < 3 ? 255 : 1) / 100 : 1;
      return parseFloat(one) * share;
    });
    if (given === 'transparent') {
      return 'rgba(0, 0, 0, 0)';
    }
    if (!numbers || numbers.length < 3 || numbers.some(isNaN)) {
      return null;
    }
    const alpha = numbers.length > 3 ? numbers[3] : 1;
    return parts[1] === 'rgb' ? written(numbers[0], numbers[1], numbers[2], alpha)
      : fromHsl((numbers[0] % 360 + 360) % 360, numbers[1], numbers[2], alpha);
  }

  function taken(name, value) {
    if (COLOURS.indexOf(name) >= 0) {
      return value instanceof window.CanvasGradient || value instanceof window.CanvasPattern ? value : colour(value);
    }
    const kind = typeof FIRST[name];
    return kind === 'number' ? isFinite(value) ? Number(value) : null : kind === 'boolean' ? Boolean(value) : String(value);
  }

  const definitions = {
    save: function () {
      const state = stateOf(this);
      state.saved.push(Object.assign({}, state.now));
      return host.replaced.save.apply(this, arguments);
    },
    restore: function () {
      const state = stateOf(this);
      state.now = state.saved.pop() || state.now;
      return host.replaced.restore.apply(this, arguments);
    }
  };
  Object.keys(FIRST).forEach(function (name) {
    definitions[name] = {
      get: function () {
        return stateOf(this).now[name];
      },
      set: function (value) {
        const known = taken(name, value);
        if (known !== null) {
          stateOf(this).now[name] = known;
          if (name === 'fillStyle' && typeof known === 'string') {
            host.fillCanvas(this, known);
          }
        }
      }
    };
  });
  return definitions;
})
