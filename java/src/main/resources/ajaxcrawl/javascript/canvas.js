/* What canvases lack in HtmlUnit. Nothing is drawn that a snapshot would show: shapes are taken, texts have a width. */
(function (window, host) {
  'use strict';

  function nothing() { }

  function fontSize(context) {
    const size = /([\d.]+)px/.exec(context.font || '');
    return size ? Number(size[1]) : 10;
  }

  function OffscreenCanvas(width, height) {
    const canvas = window.document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    Object.defineProperty(this, 'width', { get: function () { return canvas.width; }, set: function (value) { canvas.width = value; } });
    Object.defineProperty(this, 'height', { get: function () { return canvas.height; }, set: function (value) { canvas.height = value; } });
    this.getContext = function (kind) {
      return kind === '2d' ? canvas.getContext('2d') : null;
    };
    this.convertToBlob = function (options) {
      return new Promise(function (resolve) { canvas.toBlob(resolve, options && options.type); });
    };
    this.transferToImageBitmap = function () {
      return bitmap(canvas.width, canvas.height);
    };
  }

  function bitmap(width, height) {
    return { width: width, height: height, close: nothing };
  }

  const definitions = {
    measureText: function (text) {
      const size = fontSize(this);
      const width = host.replaced.measureText.call(this, text).width;
      return { width: width, actualBoundingBoxLeft: 0, actualBoundingBoxRight: width,
        actualBoundingBoxAscent: size * 0.75, actualBoundingBoxDescent: size * 0.2,
        fontBoundingBoxAscent: size * 0.9, fontBoundingBoxDescent: size * 0.22,
        emHeightAscent: size * 0.8, emHeightDescent: size * 0.2,
        alphabeticBaseline: 0, hangingBaseline: size * 0.7, ideographicBaseline: -size * 0.2 };
    },
    getTransform: function () {
      return new window.DOMMatrix();
    },
    createConicGradient: function () {
      return this.createLinearGradient(0, 0, 0, 0);
    },
    createPattern: function () {
      return Object.create(window.CanvasPattern.prototype, { setTransform: { value: nothing } });
    },
    getContextAttributes: function () {
      return { alpha: true, colorSpace: 'srgb', desynchronized: false, willReadFrequently: false };
    },
    isContextLost: function () {
      return false;
    },
    isPointInStroke: function () {
      return false;
    },
    toBlob: function (callback, type) {
      const parts = this.toDataURL(type).split(/[:;,]/);
      const text = window.atob(parts[3]);
      const bytes = Uint8Array.from(text, function (c) { return c.charCodeAt(0); });
      window.setTimeout(callback, 0, new window.Blob([bytes], { type: parts[1] }));
    },
    OffscreenCanvas: OffscreenCanvas,
    createImageBitmap: function (source, x, y, width, height) {
      return Promise.resolve(bitmap(width || source.width || source.videoWidth || 0,
        height || source.height || source.videoHeight || 0));
    }
  };
  ['addPath', 'arc', 'arcTo', 'bezierCurveTo', 'closePath', 'ellipse', 'lineTo', 'moveTo', 'quadraticCurveTo', 'rect', 'reset',
    'resetTransform', 'roundRect', 'drawFocusIfNeeded'].forEach(function (name) {
    definitions[name] = nothing;
  });
  return definitions;
})
