/* EventSource (HTML Standard, 9.2). What the server tells at once is told to the page; a stream that goes on stays open,
   and one that has ended, or never came, is not asked for again: a snapshot is of the page's beginning. */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const STATES = { CONNECTING: 0, OPEN: 1, CLOSED: 2 };
  const states = new WeakMap();

  function EventSource(url, options) {
    if (!new.target) {
      throw new TypeError("Failed to construct 'EventSource': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
    }
    let place;
    try {
      place = new window.URL(String(url), window.document.baseURI);
    } catch (e) {
      throw new window.DOMException("Failed to construct 'EventSource': Cannot open an EventSource to '" + url + "'. The URL is invalid.", 'SyntaxError');
    }
    const source = create(window, new.target);
    const state = { url: place.href, credentials: Boolean(options && options.withCredentials), ready: STATES.CONNECTING, xhr: null, lastId: '' };
    states.set(source, state);
    connect(source, state);
    return source;
  }
  targetClass(window, EventSource, ['open', 'message', 'error']);
  Object.keys(STATES).forEach(function (name) {
    [EventSource, EventSource.prototype].forEach(function (owner) {
      Object.defineProperty(owner, name, { value: STATES[name], enumerable: true });
    });
  });
  [['url', 'url'], ['withCredentials', 'credentials'], ['readyState', 'ready']].forEach(function (pair) {
    Object.defineProperty(EventSource.prototype, pair[0], {
      get: function () {
        return states.get(this)[pair[1]];
      },
      configurable: true,
      enumerable: true
    });
  });
  Object.defineProperty(EventSource.prototype, 'close', {
    value: function close() {
      const state = states.get(this);
      state.ready = STATES.CLOSED;
      state.xhr.abort();
    },
    writable: true,
    configurable: true,
    enumerable: true
  });

  function connect(source, state) {
    const xhr = state.xhr = new window.XMLHttpRequest();
    xhr.open('GET', state.url);
    xhr.withCredentials = state.credentials;
    xhr.setRequestHeader('Accept', 'text/event-stream');
    xhr.setRequestHeader('Cache-Control', 'no-store');
    xhr.onload = function () {
      if (state.ready === STATES.CLOSED) {
        return;
      }
      const type = String(xhr.getResponseHeader('content-type') || '').split(';')[0].trim().toLowerCase();
      if (xhr.status !== 200 || type !== 'text/event-stream') {
        fail(source, state, STATES.CLOSED);
        return;
      }
      state.ready = STATES.OPEN;
      source.dispatchEvent(new window.Event('open'));
      const isOpen = xhr.getResponseHeader('x-ajaxcrawl-stream') === 'open';
      const origin = new window.URL(xhr.responseURL || state.url).origin;
      read(xhr.responseText).forEach(function (item) {
        task(function () {
          tell(source, state, item, origin);
        });
      });
      if (!isOpen) {
        task(function () {
          fail(source, state, STATES.CONNECTING);
        });
      }
    };
    xhr.onerror = function () {
      fail(source, state, STATES.CONNECTING);
    };
    xhr.send();
  }

  function task(action) {
    window.setTimeout(action, 0);
  }

  function fail(source, state, ready) {
    if (state.ready !== STATES.CLOSED) {
      state.ready = ready;
      source.dispatchEvent(new window.Event('error'));
    }
  }

  function tell(source, state, item, origin) {
    state.lastId = item.id === null ? state.lastId : item.id;
    if (state.ready === STATES.CLOSED || item.data === null) {
      return;
    }
    source.dispatchEvent(new window.MessageEvent(item.type || 'message', { data: item.data, origin: origin, lastEventId: state.lastId }));
  }

  /* The events of a stream (9.2.6); what comes after the last empty line is none yet. */
  function read(text) {
    const events = [];
    let event = { type: '', data: null, id: null };
    text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/).slice(0, -1).forEach(function (line) {
      if (line === '') {
        events.push(event);
        event = { type: '', data: null, id: null };
        return;
      }
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'data') {
        event.data = event.data === null ? value : event.data + '\n' + value;
      } else if (name === 'event') {
        event.type = value;
      } else if (name === 'id' && value.indexOf('\0') < 0) {
        event.id = value;
      }
    });
    return events;
  }

  return { EventSource };
})
