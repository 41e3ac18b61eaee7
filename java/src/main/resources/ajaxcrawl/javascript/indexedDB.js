/* indexedDB in memory. Every render begins without any data, as the first visit of a browser does. */
(function (window, host) {
  'use strict';

  const { IDBKeyRange, compare, names } = host.use('indexedDB/keys.js');
  const { IDBOpenDBRequest, IDBRequest, IDBTransaction, Target, error, fire, hide, inherit, settle } = host.use('indexedDB/transactions.js');
  const { IDBIndex, IDBObjectStore } = host.use('indexedDB/stores.js');
  const { IDBCursor, IDBCursorWithValue } = host.use('indexedDB/cursors.js');

  const databases = new Map();

  function IDBDatabase(data) {
    Target.call(this);
    this.name = data.name;
    this.version = data.version;
    ['onabort', 'onclose', 'onerror', 'onversionchange'].forEach(function (name) {
      this[name] = null;
    }, this);
    hide(this, { _data: data, _upgrade: null });
    data.connections.add(this);
  }
  inherit(IDBDatabase, Target);
  Object.defineProperty(IDBDatabase.prototype, 'objectStoreNames', {
    get: function () {
      return names(this._data.stores.keys());
    }
  });
  Object.assign(IDBDatabase.prototype, {
    close: function () {
      this._data.connections.delete(this);
      proceed(this._data);
    },
    _change: function (name) {
      if (!this._upgrade || this._upgrade._over) {
        throw error('InvalidStateError', "Failed to execute '" + name + "' on 'IDBDatabase': The database is not running a version change transaction.");
      }
    },
    createObjectStore: function (name, options) {
      const given = options || {};
      this._change('createObjectStore');
      if (this._data.stores.has(String(name))) {
        throw error('ConstraintError', "Failed to execute 'createObjectStore' on 'IDBDatabase': An object store with the specified name already exists.");
      }
      const data = { name: String(name), keyPath: given.keyPath === undefined ? null : given.keyPath,
        autoIncrement: Boolean(given.autoIncrement), next: 1, records: [], indexes: new Map() };
      this._data.stores.set(data.name, data);
      return new IDBObjectStore(data, this._upgrade);
    },
    deleteObjectStore: function (name) {
      this._change('deleteObjectStore');
      if (!this._data.stores.delete(String(name))) {
        throw error('NotFoundError', "Failed to execute 'deleteObjectStore' on 'IDBDatabase': The specified object store was not found.");
      }
    },
    transaction: function (stores, mode) {
      const list = typeof stores === 'string' ? [stores] : Array.from(stores, String);
      const data = this._data;
      const failure = "Failed to execute 'transaction' on 'IDBDatabase': ";
      if (!data.connections.has(this)) {
        throw error('InvalidStateError', failure + 'The database connection is closing.');
      }
      if (this._upgrade && !this._upgrade._over) {
        throw error('InvalidStateError', failure + 'A version change transaction is running.');
      }
      list.forEach(function (name) {
        if (!data.stores.has(name)) {
          throw error('NotFoundError', failure + 'One of the specified object stores was not found.');
        }
      });
      if (list.length === 0) {
        throw error('InvalidAccessError', failure + 'The storeNames parameter was empty.');
      }
      if (mode !== undefined && mode !== 'readonly' && mode !== 'readwrite') {
        throw new TypeError(failure + "The provided value '" + mode + "' is not a valid enum value of type IDBTransactionMode.");
      }
      return new IDBTransaction(this, list, mode || 'readonly');
    }
  });

  function succeed(request, result, versions) {
    settle(request, result, null);
    fire(request, 'success', versions);
  }

  function fail(request, reason) {
    settle(request, undefined, reason);
    fire(request, 'error', null, true);
  }

  /* Does something once a database has no connections: they are asked to close first. */
  function alone(data, request, wanted, action) {
    const versions = { oldVersion: data.version, newVersion: wanted };
    data.connections.forEach(function (connection) {
      if (data.connections.has(connection)) {
        fire(connection, 'versionchange', versions);
      }
    });
    if (data.connections.size) {
      fire(request, 'blocked', versions);
    }
    data.waiting.push(action);
    proceed(data);
  }

  function proceed(data) {
    if (!data.connections.size && data.waiting.length) {
      const action = data.waiting.shift();
      window.setTimeout(action, 0);
    }
  }

  function upgrade(data, request, wanted) {
    const old = data.version;
    const before = new Map(data.stores);
    const indexes = Array.from(data.stores.values(), function (store) {
      return [store, new Map(store.indexes)];
    });
    data.version = wanted;
    const database = new IDBDatabase(data);
    const transaction = new IDBTransaction(database, null, 'versionchange');
    database._upgrade = transaction;
    transaction._done = function (isComplete) {
      request.transaction = null;
      if (isComplete && data.connections.has(database)) {
        succeed(request, database);
      } else {
        if (!isComplete) {
          data.version = old;
          data.stores = before;
          indexes.forEach(function (pair) {
            pair[0].indexes = pair[1];
          });
          database.close();
        }
        fail(request, error('AbortError', 'The transaction was aborted, so the request cannot be fulfilled.'));
      }
      data.isBusy = false;
      data.later.splice(0).forEach(function (open) {
        window.setTimeout(open, 0);
      });
      proceed(data);
    };
    request.transaction = transaction;
    settle(request, database, null);
    if (!fire(request, 'upgradeneeded', { oldVersion: old, newVersion: wanted }).isWhole && !transaction._over) {
      transaction._abort(error('AbortError', 'Uncaught exception in event handler.'));
    }
  }

  function IDBFactory() {
    throw new TypeError('Illegal constructor');
  }
  Object.assign(IDBFactory.prototype, {
    open: function (name, version) {
      if (version !== undefined && !(Math.floor(version) >= 1)) {
        throw new TypeError("Failed to execute 'open' on 'IDBFactory': The version provided must not be 0.");
      }
      const request = new IDBOpenDBRequest();
      window.setTimeout(function opened() {
        const data = databases.get(String(name))
          || { name: String(name), version: 0, stores: new Map(), transactions: [], connections: new Set(), waiting: [], later: [] };
        if (data.isBusy) { // by another one
          data.later.push(opened);
          return;
        }
        const wanted = version === undefined ? Math.max(1, data.version) : Math.floor(version);
        if (wanted < data.version) {
          fail(request, error('VersionError', 'The requested version (' + wanted + ') is less than the existing version (' + data.version + ').'));
          return;
        }
        databases.set(data.name, data);
        if (wanted === data.version) {
          succeed(request, new IDBDatabase(data));
          return;
        }
        data.isBusy = true;
        alone(data, request, wanted, function () {
          upgrade(data, request, wanted);
        });
      }, 0);
      return request;
    },
    deleteDatabase: function (name) {
      const request = new IDBOpenDBRequest();
      window.setTimeout(function () {
        const data = databases.get(String(name));
        if (!data) {
          succeed(request, undefined, { oldVersion: 0, newVersion: null });
          return;
        }
        alone(data, request, null, function () {
          databases.delete(data.name);
          succeed(request, undefined, { oldVersion: data.version, newVersion: null });
          proceed(data);
        });
      }, 0);
      return request;
    },
    databases: function () {
      return Promise.resolve(Array.from(databases.values()).map(function (data) {
        return { name: data.name, version: data.version };
      }));
    },
    cmp: compare
  });

  Object.defineProperty(IDBFactory.prototype, Symbol.toStringTag, { value: 'IDBFactory', configurable: true });

  return { indexedDB: Object.create(IDBFactory.prototype), IDBCursor, IDBCursorWithValue, IDBDatabase, IDBFactory, IDBIndex,
    IDBKeyRange, IDBObjectStore, IDBOpenDBRequest, IDBRequest, IDBTransaction };
})
