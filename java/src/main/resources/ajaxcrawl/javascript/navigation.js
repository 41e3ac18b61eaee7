/* The Navigation API (HTML Standard, 7.2.7), for the entries of one document: a navigation that is not intercepted and leads
   to another document is the end of this one. */
(function (window, host) {
  'use strict';

  const { create, targetClass } = host.use('handlers.js');
  const entries = new Map(); // by id
  const states = new Map(); // of entries, by id
  let known = [];
  let asked = null; // by a method of ours: what is to come of the next navigation
  let ongoing = null; // a navigation that has been intercepted
  let from = null;
  let waiting = null; // the navigation that is about to be made
  const traversals = new Map(); // that methods of ours have asked for, by the index that they lead to

  function illegal(name) {
    return Object.defineProperty(function () { throw new TypeError('Illegal constructor'); }, 'name', { value: name });
  }

  function getters(type, members) {
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(type.prototype, name, { get: members[name], configurable: true, enumerable: true });
    });
  }

  function error(name, message) {
    return new window.DOMException(message, name);
  }

  const NavigationHistoryEntry = targetClass(window, illegal('NavigationHistoryEntry'), ['dispose']);
  const details = new WeakMap();
  getters(NavigationHistoryEntry, {
    url: function () {
      return details.get(this).url;
    },
    key: function () {
      return details.get(this).key;
    },
    id: function () {
      return details.get(this).id;
    },
    index: function () {
      return known.indexOf(this);
    },
    sameDocument: function () {
      return known.indexOf(this) >= 0;
    }
  });
  NavigationHistoryEntry.prototype.getState = function () {
    return window.structuredClone(states.get(this.id));
  };

  /* Takes up what has become of the history; what is gone from it is told so. */
  function refresh() {
    const before = known;
    known = host.navigationEntries().map(function (item) {
      if (!entries.has(item[2])) {
        const entry = create(window, NavigationHistoryEntry);
        details.set(entry, { url: item[0], key: item[1], id: item[2] });
        entries.set(item[2], entry);
      }
      return entries.get(item[2]);
    });
    before.forEach(function (entry) {
      if (known.indexOf(entry) < 0) {
        entry.dispatchEvent(new window.Event('dispose'));
      }
    });
    return known;
  }

  function current() {
    return known[host.navigationIndex()];
  }

  function eventClass(name, members) {
    const type = function (kind, init) {
      const event = Object.setPrototypeOf(new window.Event(kind, init), new.target.prototype);
      const given = init || {};
      Object.keys(members).forEach(function (member) {
        Object.defineProperty(event, member, { value: given[member] === undefined ? members[member] : given[member], enumerable: true });
      });
      return event;
    };
    Object.defineProperty(type, 'name', { value: name });
    type.prototype = Object.create(window.Event.prototype, { constructor: { value: type, writable: true, configurable: true } });
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return type;
  }

  const NavigationCurrentEntryChangeEvent = eventClass('NavigationCurrentEntryChangeEvent', { navigationType: null, from: null });
  const NavigateEvent = eventClass('NavigateEvent', { navigationType: 'push', destination: null, canIntercept: false, userInitiated: false,
    hashChange: false, signal: null, formData: null, downloadRequest: null, info: undefined, hasUAVisualTransition: false, sourceElement: null });
  const calls = new WeakMap();

  NavigateEvent.prototype.intercept = function (options) {
    const call = calls.get(this);
    if (!call || !this.canIntercept) {
      throw error('SecurityError', "Failed to execute 'intercept' on 'NavigateEvent': A navigation with URL '" +
        (this.destination && this.destination.url) + "' cannot be intercepted.");
    }
    if (call.isOver) {
      throw error('InvalidStateError', "Failed to execute 'intercept' on 'NavigateEvent': intercept() may only be called while the"
        + ' navigate event is being dispatched.');
    }
    call.isIntercepted = true;
    if (options && typeof options.handler === 'function') {
      call.handlers.push(options.handler);
    }
  };
  NavigateEvent.prototype.scroll = function () { };

  const Navigation = targetClass(window, illegal('Navigation'), ['navigate', 'navigatesuccess', 'navigateerror', 'currententrychange']);
  const navigation = create(window, Navigation);
  let transition = null;
  getters(Navigation, {
    currentEntry: function () {
      refresh();
      return current();
    },
    canGoBack: function () {
      return host.navigationIndex() > 0;
    },
    canGoForward: function () {
      return host.navigationIndex() < refresh().length - 1;
    },
    transition: function () {
      return transition;
    },
    activation: function () {
      return null;
    }
  });

  function changed(type, old) {
    navigation.dispatchEvent(new NavigationCurrentEntryChangeEvent('currententrychange', { navigationType: type, from: old }));
  }

  /* Ends the navigation under way, which another one takes the place of. */
  function abort(reason) {
    const call = ongoing;
    if (!call) {
      return;
    }
    end(call);
    call.controller.abort(reason);
    navigation.dispatchEvent(new window.ErrorEvent('navigateerror', { error: reason, message: 'Uncaught ' + reason }));
    call.promises.reject(reason);
    call.ended.reject(reason);
  }

  function promise() {
    const made = {};
    made.promise = new Promise(function (resolve, reject) {
      made.resolve = resolve;
      made.reject = reject;
    });
    made.promise.catch(function () { }); // it may be nobody's
    return made;
  }

  function outcome() {
    const committed = promise();
    const finished = promise();
    return {
      committed, finished,
      reject: function (reason) {
        committed.reject(reason);
        finished.reject(reason);
      }
    };
  }

  function shown(promises) {
    return { committed: promises.committed.promise, finished: promises.finished.promise };
  }

  function isRewritable(href) {
    return new window.URL(href).origin === window.location.origin;
  }

  /* Asked before a navigation is made: gives false where it is not to be. */
  function navigate(type, href, isSameDocument, index, hashChange) {
    const call = { isIntercepted: false, isOver: false, handlers: [], controller: new window.AbortController(), promises: outcome(),
      ended: promise(), type: type };
    const given = (type === 'traverse' ? traversals.get(index) : asked) || {};
    traversals.delete(index);
    asked = null;
    call.promises = given.promises || call.promises;
    refresh();
    from = current();
    const target = index >= 0 ? known[index] : null;
    const event = new NavigateEvent('navigate', { navigationType: type, cancelable: true, canIntercept: isRewritable(href),
      hashChange: hashChange, signal: call.controller.signal, info: given.info,
      destination: { url: href, key: target ? target.key : '', id: target ? target.id : '', index: index, sameDocument: isSameDocument,
        getState: function () {
          return target ? target.getState() : window.structuredClone(given.state);
        } } });
    calls.set(event, call);
    abort(error('AbortError', 'Navigation was aborted'));
    navigation.dispatchEvent(event);
    call.isOver = true;
    if (event.defaultPrevented) {
      const reason = error('AbortError', 'Navigation was aborted');
      call.controller.abort(reason);
      navigation.dispatchEvent(new window.ErrorEvent('navigateerror', { error: reason, message: 'Uncaught ' + reason }));
      call.promises.reject(reason);
      return false;
    }
    call.state = given.state;
    if (call.isIntercepted) {
      ongoing = call;
      transition = { navigationType: type, from: from, finished: call.ended.promise, committed: call.promises.committed.promise };
      if (!isSameDocument) {
        host.commitNavigation(href, type === 'replace');
        commit(type, call);
        return false;
      }
    }
    waiting = isSameDocument ? call : null;
    return true;
  }

  /* A navigation within the document has been made. */
  function commit(type, call) {
    const old = from || current();
    from = null;
    waiting = null;
    refresh();
    const entry = current();
    if (call && call.state !== undefined) {
      states.set(entry.id, call.state);
    }
    changed(type, old);
    if (!call) {
      return;
    }
    call.promises.committed.resolve(entry);
    const results = call.handlers.map(function (handler) {
      try {
        return Promise.resolve(handler());
      } catch (e) {
        return Promise.reject(e);
      }
    });
    Promise.all(results).then(function () {
      if (call.controller.signal.aborted) {
        return;
      }
      end(call);
      navigation.dispatchEvent(new window.Event('navigatesuccess'));
      call.promises.finished.resolve(entry);
      call.ended.resolve();
    }, function (reason) {
      if (call.controller.signal.aborted) {
        return;
      }
      end(call);
      call.controller.abort(reason);
      navigation.dispatchEvent(new window.ErrorEvent('navigateerror', { error: reason, message: 'Uncaught ' + reason }));
      call.promises.finished.reject(reason);
      call.ended.reject(reason);
    });
  }

  function end(call) {
    if (ongoing === call) {
      ongoing = null;
      transition = null;
    }
  }

  host.onNavigation(function (phase, type, href, isSameDocument, index, hashChange) {
    return phase === 'navigate' ? navigate(type, href, isSameDocument, index, hashChange) : commit(type, waiting);
  });

  function failed(name, message) {
    const promises = outcome();
    promises.reject(error(name, message));
    return shown(promises);
  }

  function go(url, replace, options, state) {
    const given = options || {};
    const promises = outcome();
    asked = { promises: promises, info: given.info, state: state };
    try {
      host.navigateTo(url, replace);
    } finally {
      asked = null;
    }
    return shown(promises);
  }

  function traverse(key, options) {
    const index = refresh().findIndex(function (entry) {
      return entry.key === key;
    });
    if (index < 0) {
      return failed('InvalidStateError', 'Invalid key');
    }
    const promises = outcome();
    const delta = index - host.navigationIndex();
    if (delta === 0) {
      promises.committed.resolve(current());
      promises.finished.resolve(current());
    } else {
      traversals.set(index, { promises: promises, info: options && options.info });
      window.history.go(delta);
    }
    return shown(promises);
  }

  Object.assign(Navigation.prototype, {
    entries: function () {
      return refresh().slice();
    },
    updateCurrentEntry: function (options) {
      refresh();
      states.set(current().id, window.structuredClone(options.state));
      changed(null, current());
    },
    navigate: function (url, options) {
      let place;
      try {
        place = new window.URL(url, window.document.baseURI).href;
      } catch (e) {
        return failed('SyntaxError', "Invalid URL '" + url + "'");
      }
      const mode = options && options.history || 'auto';
      const state = window.structuredClone(options && options.state);
      return go(place, mode === 'replace' || mode === 'auto' && place === window.document.URL, options, state);
    },
    reload: function () {
      window.location.reload();
      return shown(outcome());
    },
    traverseTo: traverse,
    back: function (options) {
      const index = host.navigationIndex();
      return index > 0 ? traverse(refresh()[index - 1].key, options) : failed('InvalidStateError', 'Cannot go back');
    },
    forward: function (options) {
      const next = refresh()[host.navigationIndex() + 1];
      return next ? traverse(next.key, options) : failed('InvalidStateError', 'Cannot go forward');
    }
  });
  refresh();

  return { navigation, Navigation, NavigationHistoryEntry, NavigateEvent, NavigationCurrentEntryChangeEvent };
})
