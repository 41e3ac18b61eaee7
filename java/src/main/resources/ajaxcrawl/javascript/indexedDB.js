/* indexedDB in memory. Every render begins without any data, as the first visit of a browser does. */
(function (window, host) {
  'use strict';

  const { IDBKeyRange, compare, names } = host.use('indexedDB/keys.js');
  const { IDBOpenDBRequest, IDBRequest, IDBTransaction, Target, error, fire, hide, inherit } = host.use('indexedDB/transactions.js');
  const { IDBIndex, IDBObjectStore } = host.use('indexedDB/stores.js');
  const { IDBCursor, IDBCursorWithValue } = host.use('indexedDB/cursors.js');

  const databases = new Map();

  function IDBDatabase(data) {
    Target.call(this);
    this.name = data.name;
    this.version = data.version;
    hide(this, { _data: data });
  }
  inherit(IDBDatabase, Target);
  Object.defineProperty(IDBDatabase.prototype, 'objectStoreNames', {
    get: function () {
      return names(this._data.stores.keys());
    }
  });
  Object.assign(IDBDatabase.prototype, {
    close: function () { },
    createObjectStore: function (name, options) {
      const given = options || {};
      const data = { name: name, keyPath: given.keyPath === undefined ? null : given.keyPath,
        autoIncrement: Boolean(given.autoIncrement), next: 1, records: [], indexes: new Map() };
      this._data.stores.set(name, data);
      return new IDBObjectStore(data, this._upgrade);
    },
    deleteObjectStore: function (name) {
      this._data.stores.delete(name);
    },
    transaction: function (stores, mode) {
      const list = typeof stores === 'string' ? [stores] : Array.from(stores);
      const data = this._data;
      list.forEach(function (name) {
        if (!data.stores.has(name)) {
          throw error('NotFoundError',
            "Failed to execute 'transaction' on 'IDBDatabase': One of the specified object stores was not found.");
        }
      });
      return new IDBTransaction(this, list, mode || 'readonly');
    }
  });

  function succeed(request, result) {
    request.result = result;
    request.readyState = 'done';
    fire(request, 'success');
  }

  function IDBFactory() {
    throw new TypeError('Illegal constructor');
  }
  Object.assign(IDBFactory.prototype, {
    open: function (name, version) {
      const request = new IDBOpenDBRequest();
      window.setTimeout(function () {
        const data = databases.get(String(name)) || { name: String(name), version: 0, stores: new Map() };
        const wanted = version === undefined ? Math.max(1, data.version) : version;
        if (wanted < data.version) {
          request.error = error('VersionError', 'The requested version is less than the existing version.');
          request.readyState = 'done';
          fire(request, 'error');
          return;
        }
        databases.set(data.name, data);
        const old = data.version;
        data.version = wanted;
        const database = new IDBDatabase(data);
        if (wanted === old) {
          succeed(request, database);
          return;
        }
        const transaction = new IDBTransaction(database, null, 'versionchange');
        transaction._done = function () {
          request.transaction = null;
          hide(database, { _upgrade: null });
          succeed(request, database);
        };
        hide(database, { _upgrade: transaction });
        request.transaction = transaction;
        request.result = database;
        request.readyState = 'done';
        fire(request, 'upgradeneeded', { oldVersion: old, newVersion: wanted });
      }, 0);
      return request;
    },
    deleteDatabase: function (name) {
      const request = new IDBOpenDBRequest();
      window.setTimeout(function () {
        databases.delete(String(name));
        succeed(request, undefined);
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

  return { indexedDB: Object.create(IDBFactory.prototype), IDBCursor, IDBCursorWithValue, IDBDatabase, IDBFactory, IDBIndex,
    IDBKeyRange, IDBObjectStore, IDBOpenDBRequest, IDBRequest, IDBTransaction };
})
