/* new Range() (DOM Standard, 5.5). */
(function (window, host) {
  'use strict';

  const Native = host.replaced.Range;

  function Range() {
    return Object.setPrototypeOf(window.document.createRange(), (new.target || Range).prototype);
  }
  Object.setPrototypeOf(Range, Object.getPrototypeOf(Native));
  ['START_TO_START', 'START_TO_END', 'END_TO_END', 'END_TO_START'].forEach(function (name, value) {
    Object.defineProperty(Range, name, { value: value, enumerable: true });
  });
  Range.prototype = Native.prototype;
  Object.defineProperty(Range.prototype, 'constructor', { value: Range, writable: true, configurable: true });
  return { Range: Range };
})
