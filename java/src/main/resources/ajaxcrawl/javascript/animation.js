/*
 * Web Animations that are over as soon as they begin: a snapshot shows what an animation ends in. The last frame stays
 * only where the animation fills forwards; that is left to the style sheet here.
 */
(function (window) {
  'use strict';

  function Animation(effect) {
    const self = this;
    const handlers = {};
    let settle;
    this.id = '';
    this.effect = effect || null;
    this.timeline = window.document.timeline || null;
    this.playState = 'running';
    this.playbackRate = 1;
    this.startTime = 0;
    this.currentTime = 0;
    this.pending = false;
    this.replaceState = 'active';
    this.onfinish = null;
    this.oncancel = null;
    this.onremove = null;
    this.ready = Promise.resolve(this);
    this.finished = new Promise(function (resolve, reject) {
      settle = { resolve: resolve, reject: reject };
    });
    this.finished.catch(function () { });

    function fire(type) {
      const event = new window.Event(type);
      if (typeof self['on' + type] === 'function') {
        self['on' + type](event);
      }
      (handlers[type] || []).slice().forEach(function (listener) {
        if (typeof listener === 'function') {
          listener.call(self, event);
        } else {
          listener.handleEvent(event);
        }
      });
    }

    function end(state, type) {
      if (self.playState !== 'running' && self.playState !== 'paused') {
        return;
      }
      self.playState = state;
      if (type === 'finish') {
        settle.resolve(self);
      } else {
        settle.reject(new window.DOMException('The user aborted a request.', 'AbortError'));
      }
      fire(type);
    }

    this.addEventListener = function (type, listener) {
      (handlers[type] = handlers[type] || []).push(listener);
    };
    this.removeEventListener = function (type, listener) {
      handlers[type] = (handlers[type] || []).filter(function (known) {
        return known !== listener;
      });
    };
    this.dispatchEvent = function (event) {
      fire(event.type);
      return true;
    };
    this.finish = function () {
      end('finished', 'finish');
    };
    this.cancel = function () {
      end('idle', 'cancel');
    };
    window.setTimeout(function () {
      if (self.playState === 'running') {
        self.finish();
      }
    }, 0);
  }
  ['play', 'pause', 'reverse', 'persist', 'commitStyles', 'updatePlaybackRate'].forEach(function (name) {
    Animation.prototype[name] = function () { };
  });
  Object.defineProperty(Animation.prototype, Symbol.toStringTag, { value: 'Animation', configurable: true });

  function animate(keyframes, options) {
    const target = this;
    const timing = typeof options === 'number' ? { duration: options } : Object.assign({}, options);
    const animation = new Animation({
      target: target,
      getKeyframes: function () {
        return [].concat(keyframes || []);
      },
      getTiming: function () {
        return timing;
      },
      getComputedTiming: function () {
        return timing;
      },
      updateTiming: function (changes) {
        Object.assign(timing, changes);
      }
    });
    animation.id = timing.id === undefined ? '' : String(timing.id);
    return animation;
  }

  function getAnimations() {
    return [];
  }

  const timeline = {
    get currentTime() {
      return window.performance.now();
    }
  };

  return {
    Animation: Animation,
    animate: animate,
    getAnimations: getAnimations,
    timeline: {
      get: function () {
        return timeline;
      }
    }
  };
})
