/* What needs a screen or a pointer. There is neither: nothing is at any point, nothing fills the screen. */
(function (window) {
  'use strict';

  function refused() {
    return Promise.reject(new TypeError('Not granted'));
  }

  const none = {
    get: function () {
      return null;
    }
  };
  const no = {
    get: function () {
      return false;
    }
  };

  return {
    setPointerCapture: function () { },
    releasePointerCapture: function () { },
    hasPointerCapture: function () {
      return false;
    },
    requestFullscreen: refused,
    requestPointerLock: refused,
    exitFullscreen: refused,
    exitPictureInPicture: refused,
    exitPointerLock: function () { },
    elementsFromPoint: function () {
      return [];
    },
    caretPositionFromPoint: function () {
      return null;
    },
    caretRangeFromPoint: function () {
      return null;
    },
    fullscreenElement: none,
    pointerLockElement: none,
    pictureInPictureElement: none,
    fullscreenEnabled: no,
    pictureInPictureEnabled: no,
    prerendering: no,
    hasStorageAccess: function () {
      return Promise.resolve(true);
    },
    requestStorageAccess: function () {
      return Promise.resolve();
    },
    requestVideoFrameCallback: function () {
      return 0;
    },
    cancelVideoFrameCallback: function () { }
  };
})
