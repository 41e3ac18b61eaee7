/*
 * IntersectionObserver and ResizeObserver. There is no scrolling and hardly a layout: everything counts as seen, so that
 * what a page loads when it comes into view is loaded.
 */
(function (window) {
  'use strict';

  const FRAME = 16;

  function Rect(rect) {
    return new window.DOMRectReadOnly(rect.left, rect.top, rect.width, rect.height);
  }

  function rectOf(target) {
    const rect = target.getBoundingClientRect();
    try {
      return Rect(rect);
    } catch (e) {
      return rect;
    }
  }

  function checkCallback(name, callback) {
    if (typeof callback !== 'function') {
      throw new TypeError("Failed to construct '" + name + "': parameter 1 is not of type 'Function'.");
    }
  }

  function checkTarget(name, target) {
    if (!(target instanceof window.Element)) {
      throw new TypeError("Failed to execute 'observe' on '" + name + "': parameter 1 is not of type 'Element'.");
    }
  }

  /* What both observers share: entries gathered until the next frame. */
  function Queue(observer, callback) {
    const targets = new Set();
    let entries = [];
    let waiting = false;

    function deliver() {
      waiting = false;
      const taken = take();
      if (taken.length) {
        callback.call(observer, taken, observer);
      }
    }

    function take() {
      const taken = entries.filter(function (entry) {
        return targets.has(entry.target);
      });
      entries = [];
      return taken;
    }

    this.add = function (target, entry) {
      if (targets.has(target)) {
        return;
      }
      targets.add(target);
      entries.push(entry);
      if (!waiting) {
        waiting = true;
        window.setTimeout(function () {
          deliver();
        }, FRAME);
      }
    };
    this.remove = function (target) {
      targets.delete(target);
    };
    this.clear = function () {
      targets.clear();
      entries = [];
    };
    this.take = take;
  }

  const queues = new WeakMap();

  function IntersectionObserverEntry(values) {
    Object.assign(this, values);
  }

  function lazily(entry, read) {
    Object.keys(read).forEach(function (name) {
      Object.defineProperty(entry, name, {
        configurable: true,
        enumerable: true,
        get: function () {
          const value = read[name]();
          Object.defineProperty(entry, name, { value: value, configurable: true, enumerable: true });
          return value;
        }
      });
    });
    return entry;
  }

  function IntersectionObserver(callback, options) {
    checkCallback('IntersectionObserver', callback);
    const given = options || {};
    const thresholds = given.threshold === undefined ? [0] : [].concat(given.threshold);
    queues.set(this, new Queue(this, callback));
    Object.defineProperties(this, {
      root: { value: given.root || null, enumerable: true },
      rootMargin: { value: given.rootMargin || '0px 0px 0px 0px', enumerable: true },
      scrollMargin: { value: given.scrollMargin || '0px 0px 0px 0px', enumerable: true },
      thresholds: { value: Object.freeze(thresholds.length ? thresholds : [0]), enumerable: true }
    });
  }
  IntersectionObserver.prototype.observe = function observe(target) {
    checkTarget('IntersectionObserver', target);
    const entry = new IntersectionObserverEntry({
      target: target,
      isIntersecting: true,
      isVisible: false,
      intersectionRatio: 1,
      time: window.performance.now()
    });
    const rect = function () {
      return rectOf(target);
    };
    queues.get(this).add(target, lazily(entry, {
      boundingClientRect: rect,
      intersectionRect: rect,
      rootBounds: function () {
        return new window.DOMRectReadOnly(0, 0, window.innerWidth, window.innerHeight);
      }
    }));
  };

  function ResizeObserverSize(inlineSize, blockSize) {
    this.inlineSize = inlineSize;
    this.blockSize = blockSize;
  }

  function ResizeObserverEntry(target) {
    this.target = target;
    const size = function () {
      const rect = rectOf(target);
      return [new ResizeObserverSize(rect.width, rect.height)];
    };
    lazily(this, {
      contentRect: function () {
        const rect = rectOf(target);
        return new window.DOMRectReadOnly(0, 0, rect.width, rect.height);
      },
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size
    });
  }

  function ResizeObserver(callback) {
    checkCallback('ResizeObserver', callback);
    queues.set(this, new Queue(this, callback));
  }
  ResizeObserver.prototype.observe = function observe(target) {
    checkTarget('ResizeObserver', target);
    queues.get(this).add(target, new ResizeObserverEntry(target));
  };

  [IntersectionObserver, ResizeObserver].forEach(function (type) {
    type.prototype.unobserve = function unobserve(target) {
      queues.get(this).remove(target);
    };
    type.prototype.disconnect = function disconnect() {
      queues.get(this).clear();
    };
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
  });
  IntersectionObserver.prototype.takeRecords = function takeRecords() {
    return queues.get(this).take();
  };

  return {
    IntersectionObserver: IntersectionObserver,
    IntersectionObserverEntry: IntersectionObserverEntry,
    ResizeObserver: ResizeObserver,
    ResizeObserverEntry: ResizeObserverEntry,
    ResizeObserverSize: ResizeObserverSize
  };
})
