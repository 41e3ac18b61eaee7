/* Highlight and CSS.highlights (CSS Custom Highlight API): sets of ranges, which nothing paints. */
(function (window) {
  'use strict';

  function like(parent, name, construct) {
    construct.prototype = Object.create(parent.prototype, {
      constructor: { value: construct, writable: true, configurable: true }
    });
    Object.defineProperty(construct.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return construct;
  }

  const Highlight = like(Set, 'Highlight', function Highlight() {
    const ranges = Reflect.construct(Set, [Array.from(arguments)], new.target || Highlight);
    ranges.priority = 0;
    ranges.type = 'highlight';
    return ranges;
  });
  const HighlightRegistry = like(Map, 'HighlightRegistry', function HighlightRegistry() {
    throw new TypeError('Illegal constructor');
  });

  const highlights = Object.setPrototypeOf(new Map(), HighlightRegistry.prototype);

  return {
    Highlight: Highlight,
    HighlightRegistry: HighlightRegistry,
    highlights: {
      get: function () {
        return highlights;
      }
    }
  };
})
