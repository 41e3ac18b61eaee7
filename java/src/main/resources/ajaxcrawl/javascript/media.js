/* Players that have not begun to play, fonts that are there, voices that do not speak. */
(function (window) {
  'use strict';

  const muted = new WeakMap();

  function constant(value) {
    return {
      get: function () {
        return value;
      }
    };
  }

  function kept(name, first) {
    const values = new WeakMap();
    return {
      get: function () {
        return values.has(this) ? values.get(this) : first;
      },
      set: function (value) {
        values.set(this, value);
      }
    };
  }

  const NO_RANGES = { length: 0 };

  function FontFace(family, source, descriptors) {
    Object.assign(this, { style: 'normal', weight: 'normal', stretch: 'normal', unicodeRange: 'U+0-10FFFF',
      variant: 'normal', featureSettings: 'normal', display: 'auto' }, descriptors, { family: String(family) });
    this.status = 'unloaded';
    this.loaded = Promise.resolve(this);
  }
  FontFace.prototype.load = function () {
    this.status = 'loaded';
    return this.loaded;
  };

  return {
    paused: constant(true),
    ended: constant(false),
    seeking: constant(false),
    error: constant(null),
    duration: constant(NaN),
    readyState: constant(0),
    networkState: constant(0),
    buffered: constant(NO_RANGES),
    played: constant(NO_RANGES),
    seekable: constant(NO_RANGES),
    textTracks: constant([]),
    videoWidth: constant(0),
    videoHeight: constant(0),
    currentTime: kept('currentTime', 0),
    volume: kept('volume', 1),
    playbackRate: kept('playbackRate', 1),
    defaultPlaybackRate: kept('defaultPlaybackRate', 1),
    addTextTrack: function (kind, label, language) {
      return { kind: String(kind), label: label || '', language: language || '', mode: 'hidden', cues: [], activeCues: [],
        addCue: function () { }, removeCue: function () { }, addEventListener: function () { } };
    },
    srcObject: kept('srcObject', null),
    muted: {
      get: function () {
        return muted.has(this) ? muted.get(this) : this.hasAttribute('muted');
      },
      set: function (value) {
        muted.set(this, Boolean(value));
      }
    },
    getVoices: function () {
      return [];
    },
    FontFace: FontFace
  };
})
