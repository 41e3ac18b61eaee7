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

  /* A target with on… handlers. */
  function Target() {
    hide(this, { _listeners: {} });
  }
  Target.prototype = {
    addEventListener: function (type, listener) {
      (this._listeners[type] = this._listeners[type] || []).push(listener);
    },
    removeEventListener: function (type, listener) {
      this._listeners[type] = (this._listeners[type] || []).filter(function (known) {
        return known !== listener;
      });
    },
    dispatchEvent: function (event) {
      const self = this;
      const handler = this['on' + event.type];
      (typeof handler === 'function' ? [handler] : []).concat(this._listeners[event.type] || []).forEach(function (listener) {
        if (typeof listener === 'function') {
          listener.call(self, event);
        } else {
          listener.handleEvent(event);
        }
      });
      return true;
    }
  };

  function inherit(type, parent) {
    type.prototype = Object.create(parent.prototype, { constructor: { value: type, writable: true, configurable: true } });
  }

  function fire(target, type, values) {
    let prevented = false;
    target.dispatchEvent(Object.assign({
      type: type,
      target: target,
      currentTarget: target,
      preventDefault: function () {
        prevented = true;
      },
      stopPropagation: function () { }
    }, values));
    return prevented;
  }

  function IDBRequest(source, transaction) {
    Target.call(this);
    this.source = source;
    this.transaction = transaction;
    this.readyState = 'pending';
    this.result = undefined;
    this.error = null;
    this.onsuccess = null;
    this.onerror = null;
  }
  inherit(IDBRequest, Target);

  function IDBOpenDBRequest() {
    IDBRequest.call(this, null, null);
    this.onupgradeneeded = null;
    this.onblocked = null;
  }
  inherit(IDBOpenDBRequest, IDBRequest);

  function IDBTransaction(database, stores, mode) {
    Target.call(this);
    this.db = database;
    this.mode = mode;
    this.error = null;
    this.oncomplete = null;
    this.onerror = null;
    this.onabort = null;
    hide(this, { _stores: stores, _pending: [], _over: false, _scheduled: false, _undo: [] });
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
      const data = this.db._data.stores.get(name);
      if (!data) {
        throw error('NotFoundError', "Failed to execute 'objectStore' on 'IDBTransaction': The specified object store was not found.");
      }
      return new (host.use('indexedDB/stores.js').IDBObjectStore)(data, this); // which needs this file
    },
    commit: function () { },
    abort: function () {
      this._over = true;
      this._pending = [];
      this._undo.reverse().forEach(function (undo) {
        undo();
      });
      const self = this;
      window.setTimeout(function () {
        fire(self, 'abort');
      }, 0);
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
      if (this._over) {
        return;
      }
      const task = this._pending.shift();
      if (task) {
        task();
        this._schedule();
      } else {
        this._over = true;
        fire(this, 'complete');
        if (this._done) {
          this._done();
        }
      }
    },
    _request: function (source, action, request) {
      if (this._over) {
        throw error('TransactionInactiveError', 'The transaction has finished.');
      }
      const self = this;
      const asked = request || new IDBRequest(source, this);
      asked.readyState = 'pending';
      this._pending.push(function () {
        try {
          asked.result = action();
          asked.error = null;
        } catch (e) {
          asked.error = e;
        }
        asked.readyState = 'done';
        if (!asked.error) {
          fire(asked, 'success');
        } else if (!fire(asked, 'error')) {
          self.error = asked.error;
          fire(self, 'error', { target: asked });
          self.abort();
        }
      });
      this._schedule();
      return asked;
    }
  });

  return { IDBOpenDBRequest, IDBRequest, IDBTransaction, Target, error, fire, hide, inherit };
})
