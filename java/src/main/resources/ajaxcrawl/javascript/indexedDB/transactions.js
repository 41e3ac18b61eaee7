/* Requests and transactions of indexedDB. */
(function (window, host) {
  'use strict';

  const { names } = host.use('indexedDB/keys.js');

  function error(name, message) {
    return new window.DOMException(message, name);
  }

  /* Properties that nobody sees. */
  function hide(object, values) {
    Object.keys(values).forEach(function (name) {
      Object.defineProperty(object, name, { value: values[name], writable: true, configurable: true });
    });
  }

  /* A target with on… handlers, whose events go on to what it is of: from requests to transactions to databases. */
  function Target(parent) {
    hide(this, { _listeners: [], _parent: parent || null });
  }
  Target.prototype = Object.create(window.EventTarget.prototype, {
    constructor: { value: Target, writable: true, configurable: true }
  });
  function method(name, value) {
    Object.defineProperty(Target.prototype, name, { value: value, writable: true, configurable: true });
  }
  method('addEventListener', function (type, listener, options) {
    const once = Boolean(options && options.once);
    if (listener && !this._listeners.some(function (known) {
      return known.type === type && known.listener === listener;
    })) {
      this._listeners.push({ type: type, listener: listener, once: once });
    }
  });
  method('removeEventListener', function (type, listener) {
    this._listeners = this._listeners.filter(function (known) {
      return known.type !== type || known.listener !== listener;
    });
  });
  /* Calls what listens here; gives whether all of it came to its end. */
  method('_tell', function (event) {
    const self = this;
    const handler = this['on' + event.type];
    const called = (typeof handler === 'function' ? [{ listener: handler }] : []).concat(this._listeners.filter(function (known) {
      return known.type === event.type;
    }));
    let isWhole = true;
    called.forEach(function (known) {
      if (known.once) {
        self.removeEventListener(event.type, known.listener);
      }
      try {
        if (typeof known.listener === 'function') {
          known.listener.call(self, event);
        } else {
          known.listener.handleEvent(event);
        }
      } catch (e) {
        isWhole = false;
        host.report(e);
      }
    });
    return isWhole;
  });
  method('dispatchEvent', function (event) {
    this._tell(event);
    return !event.defaultPrevented;
  });

  function inherit(type, parent) {
    type.prototype = Object.create(parent.prototype, { constructor: { value: type, writable: true, configurable: true } });
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
  }

  /* Fires an event; gives whether it was prevented, and whether a listener failed. */
  function fire(target, type, versions, bubbles) {
    const told = { isPrevented: false, isWhole: true };
    const event = versions ? new window.IDBVersionChangeEvent(type) : new window.Event(type, { bubbles: bubbles, cancelable: bubbles });
    let isStopped = false;
    const own = Object.assign({
      target: target,
      preventDefault: function () {
        told.isPrevented = true;
        Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true });
      },
      stopPropagation: function () {
        isStopped = true;
      },
      stopImmediatePropagation: function () {
        isStopped = true;
      }
    }, versions);
    Object.keys(own).forEach(function (name) {
      Object.defineProperty(event, name, { value: own[name], configurable: true });
    });
    for (let at = target; at && !isStopped; at = bubbles ? at._parent : null) {
      Object.defineProperty(event, 'currentTarget', { value: at, configurable: true });
      told.isWhole = at._tell(event) && told.isWhole;
    }
    return told;
  }

  function IDBRequest(source, transaction) {
    Target.call(this, transaction);
    this.source = source;
    this.transaction = transaction;
    this.readyState = 'pending';
    hide(this, { _result: undefined, _error: null });
    this.onsuccess = null;
    this.onerror = null;
  }
  inherit(IDBRequest, Target);
  ['result', 'error'].forEach(function (name) {
    Object.defineProperty(IDBRequest.prototype, name, {
      get: function () {
        if (this.readyState === 'pending') {
          throw error('InvalidStateError', "Failed to read the '" + name + "' property from 'IDBRequest': The request has not finished.");
        }
        return this['_' + name];
      },
      configurable: true,
      enumerable: true
    });
  });

  function IDBOpenDBRequest() {
    IDBRequest.call(this, null, null);
    this.onupgradeneeded = null;
    this.onblocked = null;
  }
  inherit(IDBOpenDBRequest, IDBRequest);

  function IDBTransaction(database, stores, mode) {
    Target.call(this, database);
    this.db = database;
    this.mode = mode;
    this.durability = 'default';
    this.error = null;
    this.oncomplete = null;
    this.onerror = null;
    this.onabort = null;
    hide(this, { _stores: stores, _pending: [], _over: false, _scheduled: false, _undo: [], _committed: false });
    database._data.transactions.push(this);
    this._schedule();
  }
  inherit(IDBTransaction, Target);
  Object.defineProperty(IDBTransaction.prototype, 'objectStoreNames', {
    get: function () {
      return names(this._stores || this.db._data.stores.keys());
    },
    configurable: true
  });
  Object.assign(IDBTransaction.prototype, {
    objectStore: function (name) {
      if (this._over) {
        throw error('InvalidStateError', "Failed to execute 'objectStore' on 'IDBTransaction': The transaction has finished.");
      }
      const data = this.db._data.stores.get(String(name));
      if (!data || this._stores && this._stores.indexOf(data.name) < 0) {
        throw error('NotFoundError', "Failed to execute 'objectStore' on 'IDBTransaction': The specified object store was not found.");
      }
      return new (host.use('indexedDB/stores.js').IDBObjectStore)(data, this); // which needs this file
    },
    commit: function () {
      this._check('commit');
      this._committed = true;
    },
    abort: function () {
      this._check('abort');
      this._abort(null);
    },
    _check: function (name) {
      if (this._over || this._committed) {
        throw error('InvalidStateError', "Failed to execute '" + name + "' on 'IDBTransaction': The transaction has finished.");
      }
    },
    _abort: function (reason) {
      const self = this;
      const open = this._pending;
      this._over = true;
      this._pending = [];
      this.error = reason;
      this._undo.reverse().forEach(function (undo) {
        undo();
      });
      window.setTimeout(function () {
        open.forEach(function (task) {
          settle(task.request, undefined, error('AbortError', 'The transaction was aborted, so the request cannot be fulfilled.'));
          fire(task.request, 'error', null, true);
        });
        fire(self, 'abort', null, true);
        self._leave();
        if (self._done) {
          self._done(false);
        }
      }, 0);
    },
    /* Transactions that wait for this one go on. */
    _leave: function () {
      const all = this.db._data.transactions;
      all.splice(all.indexOf(this), 1);
      all.forEach(function (other) {
        other._schedule();
      });
    },
    /* Whether no earlier one of these stores is under way that writes, or that this one would write under. */
    _mayRun: function () {
      const self = this;
      const all = this.db._data.transactions;
      return !all.slice(0, all.indexOf(this)).some(function (other) {
        return (self.mode !== 'readonly' || other.mode !== 'readonly') && (!self._stores || !other._stores
          || self._stores.some(function (name) {
            return other._stores.indexOf(name) >= 0;
          }));
      });
    },
    _schedule: function () {
      const self = this;
      if (!this._scheduled) {
        this._scheduled = true;
        window.setTimeout(function () {
          self._scheduled = false;
          self._run();
        }, 0);
      }
    },
    _run: function () {
      if (this._over || !this._mayRun()) {
        return;
      }
      const task = this._pending.shift();
      if (task) {
        this._perform(task);
        this._schedule();
      } else {
        this._over = true;
        fire(this, 'complete');
        this._leave();
        if (this._done) {
          this._done(true);
        }
      }
    },
    _perform: function (task) {
      let failure = null;
      let result;
      try {
        result = task.action();
      } catch (e) {
        failure = e;
      }
      settle(task.request, result, failure);
      const told = fire(task.request, failure ? 'error' : 'success', null, Boolean(failure));
      if (!this._over && failure && !told.isPrevented) {
        this._abort(failure);
      } else if (!this._over && !told.isWhole) {
        this._abort(error('AbortError', 'Uncaught exception in event handler.'));
      }
    },
    _request: function (source, action, request) {
      if (this._over || this._committed) {
        throw error('TransactionInactiveError', 'The transaction has finished.');
      }
      const asked = request || new IDBRequest(source, this);
      asked.readyState = 'pending';
      this._pending.push({ action: action, request: asked });
      this._schedule();
      return asked;
    }
  });

  function settle(request, result, failure) {
    request._result = result;
    request._error = failure;
    request.readyState = 'done';
  }

  return { IDBOpenDBRequest, IDBRequest, IDBTransaction, Target, error, fire, hide, inherit, settle };
})
