/* Members of events that HtmlUnit does not take from their constructors' second argument. */
(function (window, host) {
  'use strict';

  const MEMBERS = {
    StorageEvent: { key: null, oldValue: null, newValue: null, url: '', storageArea: null },
    PageTransitionEvent: { persisted: false },
    MediaQueryListEvent: { media: '', matches: false },
    InputEvent: { data: null, inputType: '', isComposing: false, dataTransfer: null },
    AnimationEvent: { animationName: '', elapsedTime: 0, pseudoElement: '' },
    TransitionEvent: { propertyName: '', elapsedTime: 0, pseudoElement: '' },
    WheelEvent: { deltaX: 0, deltaY: 0, deltaZ: 0, deltaMode: 0 },
    FocusEvent: { relatedTarget: null },
    DragEvent: { dataTransfer: null },
    ClipboardEvent: { clipboardData: null },
    SubmitEvent: { submitter: null },
    TrackEvent: { track: null },
    SecurityPolicyViolationEvent: { documentURI: '', referrer: '', blockedURI: '', violatedDirective: '', effectiveDirective: '',
      originalPolicy: '', sourceFile: '', sample: '', disposition: 'enforce', statusCode: 0, lineNumber: 0, columnNumber: 0 }
  };

  function typed(first, value) {
    if (first === null) { // text, or an object
      return value === null || typeof value === 'object' ? value : String(value);
    }
    return { string: String, number: Number, boolean: Boolean }[typeof first](value);
  }

  const result = {};
  Object.keys(MEMBERS).forEach(function (name) {
    const members = MEMBERS[name];
    Object.defineProperty(result, name, {
      get: function () {
        const Host = host.replaced[name];
        const own = function (type, init) {
          if (!new.target) {
            throw new TypeError("Failed to construct '" + name + "': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
          }
          if (arguments.length === 0) {
            throw new TypeError("Failed to construct '" + name + "': 1 argument required, but only 0 present.");
          }
          const event = Object.setPrototypeOf(new Host(type, init), new.target.prototype);
          Object.keys(members).forEach(function (member) {
            const value = init && init[member] !== undefined ? typed(members[member], init[member]) : members[member];
            if (event[member] !== value) {
              Object.defineProperty(event, member, { value: value, configurable: true, enumerable: true });
            }
          });
          return event;
        };
        Object.defineProperty(own, 'name', { value: name, configurable: true });
        own.prototype = Host.prototype;
        Object.getOwnPropertyNames(Host).forEach(function (key) {
          if (!(key in own)) {
            Object.defineProperty(own, key, Object.getOwnPropertyDescriptor(Host, key));
          }
        });
        Object.setPrototypeOf(own, Object.getPrototypeOf(Host));
        Object.defineProperty(Host.prototype, 'constructor', { value: own, writable: true, configurable: true });
        Object.defineProperty(result, name, { value: own });
        return own;
      },
      configurable: true
    });
  });
  return result;
})
