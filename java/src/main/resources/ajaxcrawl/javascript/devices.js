/* What a page asks of its reader's devices: nobody is there who would allow it. */
(function (window) {
  'use strict';

  function error(name, message) {
    return new window.DOMException(message, name);
  }

  function position(success, failure) {
    if (typeof success !== 'function') {
      throw new TypeError("Failed to execute 'getCurrentPosition' on 'Geolocation': parameter 1 is not of type 'Function'.");
    }
    if (typeof failure === 'function') {
      window.setTimeout(failure, 0, Object.create(window.GeolocationPositionError.prototype, {
        code: { value: 1, enumerable: true },
        message: { value: 'User denied Geolocation', enumerable: true }
      }));
    }
  }

  function MediaMetadata(init) {
    Object.assign(this, { title: '', artist: '', album: '', artwork: [] }, init);
  }

  let session;

  function nothing() { }

  function play() {
    if (this.muted) {
      return new Promise(nothing); // nothing is ever decoded
    }
    return Promise.reject(error('NotAllowedError', "play() failed because the user didn't interact with the document first."));
  }

  return {
    getCurrentPosition: position,
    watchPosition: function (success, failure) {
      position(success, failure);
      return 1;
    },
    enumerateDevices: function () {
      return Promise.resolve([]);
    },
    getUserMedia: function () {
      return Promise.reject(error('NotFoundError', 'Requested device not found'));
    },
    getDisplayMedia: function () {
      return Promise.reject(error('NotAllowedError', 'Permission denied'));
    },
    getSupportedConstraints: function () {
      return {};
    },
    requestPermission: function (callback) {
      if (typeof callback === 'function') {
        callback('default');
      }
      return Promise.resolve('default');
    },
    MediaMetadata: MediaMetadata,
    mediaSession: {
      get: function () {
        session = session || { metadata: null, playbackState: 'none', setActionHandler: nothing, setPositionState: nothing,
          setMicrophoneActive: nothing, setCameraActive: nothing };
        return session;
      }
    },
    speak: nothing,
    cancel: nothing,
    pause: nothing,
    resume: nothing,
    play: play,
    requestPictureInPicture: function () {
      return Promise.reject(error('InvalidStateError', 'Metadata for the video element are not loaded yet.'));
    }
  };
})
