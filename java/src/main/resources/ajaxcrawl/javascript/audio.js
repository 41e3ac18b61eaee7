/* Web Audio whose sounds nobody hears: contexts that are suspended, nodes that can be connected and started. */
(function (window) {
  'use strict';

  const PARAMETERS = ['attack', 'delayTime', 'detune', 'frequency', 'gain', 'knee', 'offset', 'pan', 'playbackRate', 'Q', 'ratio', 'release',
    'threshold', 'positionX', 'positionY', 'positionZ', 'orientationX', 'orientationY', 'orientationZ'];
  const NODES = { createAnalyser: 'AnalyserNode', createBiquadFilter: 'BiquadFilterNode', createBufferSource: 'AudioBufferSourceNode',
    createChannelMerger: 'ChannelMergerNode', createChannelSplitter: 'ChannelSplitterNode', createConstantSource: 'ConstantSourceNode',
    createConvolver: 'ConvolverNode', createDelay: 'DelayNode', createDynamicsCompressor: 'DynamicsCompressorNode', createGain: 'GainNode',
    createOscillator: 'OscillatorNode', createPanner: 'PannerNode', createScriptProcessor: 'ScriptProcessorNode',
    createStereoPanner: 'StereoPannerNode', createWaveShaper: 'WaveShaperNode', createMediaElementSource: 'MediaElementAudioSourceNode',
    createMediaStreamSource: 'MediaStreamAudioSourceNode', createMediaStreamDestination: 'MediaStreamAudioDestinationNode' };
  const destinations = new WeakMap();

  function nothing() { }

  function constant(value) {
    return {
      get: function () {
        return value;
      }
    };
  }

  function parameter() {
    const made = { value: 0, defaultValue: 0, minValue: -3.4e38, maxValue: 3.4e38, automationRate: 'a-rate' };
    ['setValueAtTime', 'linearRampToValueAtTime', 'exponentialRampToValueAtTime', 'setTargetAtTime', 'setValueCurveAtTime',
      'cancelScheduledValues', 'cancelAndHoldAtTime'].forEach(function (name) {
      made[name] = function () {
        return made;
      };
    });
    return made;
  }

  function node(context, type) {
    const made = new window.EventTarget();
    const parent = window[type] ? window[type].prototype : window.AudioNode.prototype;
    Object.setPrototypeOf(made, Object.create(parent));
    const members = { context: context, numberOfInputs: 1, numberOfOutputs: 1, channelCount: 2, fftSize: 2048, frequencyBinCount: 1024,
      buffer: null, loop: false, type: 'sine', onended: null,
      connect: function (to) {
        return to;
      },
      disconnect: nothing, start: nothing, stop: nothing, setPeriodicWave: nothing, setPosition: nothing, setOrientation: nothing,
      getByteFrequencyData: nothing, getByteTimeDomainData: nothing, getFloatFrequencyData: nothing, getFloatTimeDomainData: nothing };
    PARAMETERS.forEach(function (name) {
      members[name] = parameter();
    });
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(made, name, { value: members[name], writable: true, configurable: true, enumerable: true });
    });
    return made;
  }

  const definitions = {
    resume: function () {
      return new Promise(nothing); // nobody has touched the page
    },
    suspend: function () {
      return Promise.resolve();
    },
    destination: {
      get: function () {
        if (!destinations.has(this)) {
          destinations.set(this, node(this, 'AudioDestinationNode'));
        }
        return destinations.get(this);
      }
    },
    currentTime: constant(0),
    sampleRate: constant(44100),
    state: constant('suspended'),
    createPeriodicWave: function () {
      return {};
    }
  };
  Object.keys(NODES).forEach(function (name) {
    definitions[name] = function () {
      return node(this, NODES[name]);
    };
  });
  return definitions;
})
