/* Requests and transactions of indexedDB. */
(function (window, host) {
  'use strict';

  const { names } = host.use('indexedDB/keys.js');

  function error(name, message) {
    return new window.DOMException(message, name);
  }

  /* A target with on… handlers. */
  function Target() {
    this._listeners = {};
    Object.defineProperty(this, '_listeners', { enumerable: false });
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

  function Request(source, transaction) {
    Target.call(this);
    this.source = source;
    this.transaction = transaction;
    this.readyState = 'pending';
    this.result = undefined;
    this.error = null;
    this.onsuccess = null;
    this.onerror = null;
  }
  Request.prototype = Object.create(Target.prototype);

  function Transaction(database, stores, mode) {
    Target.call(this);
    this.db = database;
    this.mode = mode;
    this.objectStoreNames = names(stores);
    this.error = null;
    this.oncomplete = null;
    this.onerror = null;
    this.onabort = null;
    this._pending = [];
    this._over = false;
    this._scheduled = false;
    this._undo = [];
    ['_pending', '_over', '_scheduled', '_undo'].forEach(function (name) {
      Object.defineProperty(this, name, { enumerable: false, writable: true });
    }, this);
    this._schedule();
  }
  Transaction.prototype = Object.create(Target.prototype);
  Object.assign(Transaction.prototype, {
    objectStore: function (name) {
      const data = this.db._data.stores.get(name);
      if (!data) {
        throw error('NotFoundError', "Failed to execute 'objectStore' on 'IDBTransaction': The specified object store was not found.");
      }
      return new (host.use('indexedDB/stores.js').ObjectStore)(data, this); // which needs this file
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
      const asked = request || new Request(source, this);
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

  return { Request, Target, Transaction, error, fire };
})
