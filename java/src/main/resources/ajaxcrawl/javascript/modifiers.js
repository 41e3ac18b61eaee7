/* Members of events of pointers and keys that HtmlUnit lacks (UI Events, CSSOM View); nothing is laid out or moves. */
(function () {
  'use strict';

  const MODIFIERS = { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey', Shift: 'shiftKey' };

  function getModifierState(name) {
    return Boolean(this[MODIFIERS[name]]);
  }

  function same(name) {
    return {
      get: function () {
        return this[name];
      }
    };
  }

  const nothing = {
    get: function () {
      return 0;
    }
  };

  return {
    getModifierState: getModifierState,
    x: same('clientX'),
    y: same('clientY'),
    offsetX: same('clientX'),
    offsetY: same('clientY'),
    layerX: same('clientX'),
    layerY: same('clientY'),
    movementX: nothing,
    movementY: nothing
  };
})
