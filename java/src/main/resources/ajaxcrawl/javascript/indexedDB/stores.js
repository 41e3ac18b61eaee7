/* Object stores of indexedDB, and their indexes. */
(function (window, host) {
  'use strict';

  const { assign, compare, evaluate, matches, names, rank } = host.use('indexedDB/keys.js');
  const { error, hide } = host.use('indexedDB/transactions.js');
  const { find, open } = host.use('indexedDB/cursors.js');

  /* What stores and indexes share. */
  const reading = {
    get: function (query) {
      const self = this;
      return this._transaction._request(this, function () {
        const entry = find(self._entries(), query)[0];
        return entry ? window.structuredClone(entry[2]) : undefined;
      });
    },
    getKey: function (query) {
      const self = this;
      return this._transaction._request(this, function () {
        const entry = find(self._entries(), query)[0];
        return entry ? entry[1] : undefined;
      });
    },
    getAll: function (query, count) {
      const self = this;
      return this._transaction._request(this, function () {
        return find(self._entries(), query, 'next', count).map(function (entry) {
          return window.structuredClone(entry[2]);
        });
      });
    },
    getAllKeys: function (query, count) {
      const self = this;
      return this._transaction._request(this, function () {
        return find(self._entries(), query, 'next', count).map(function (entry) {
          return entry[1];
        });
      });
    },
    count: function (query) {
      const self = this;
      return this._transaction._request(this, function () {
        return find(self._entries(), query).length;
      });
    },
    openCursor: function (query, direction) {
      return open(this, query, direction, true);
    },
    openKeyCursor: function (query, direction) {
      return open(this, query, direction, false);
    }
  };

  function IDBObjectStore(data, transaction) {
    this.name = data.name;
    this.keyPath = data.keyPath;
    this.autoIncrement = data.autoIncrement;
    this.indexNames = names(data.indexes.keys());
    this.transaction = transaction;
    hide(this, { _data: data, _transaction: transaction });
  }
  Object.assign(IDBObjectStore.prototype, {
    _entries: function () {
      return this._data.records.map(function (record) {
        return [record.key, record.key, record.value];
      });
    },
    _write: function (value, key, overwrite) {
      const data = this._data;
      const transaction = this._transaction;
      if (transaction.mode === 'readonly') {
        throw error('ReadOnlyError', 'The transaction is read-only.');
      }
      const copy = window.structuredClone(value);
      return transaction._request(this, function () {
        let used = data.keyPath === null ? key : evaluate(data.keyPath, copy);
        if (used === undefined && data.autoIncrement) {
          used = data.next++;
          if (data.keyPath !== null) {
            assign(data.keyPath, copy, used);
          }
        } else if (data.autoIncrement && typeof used === 'number' && used >= data.next) {
          data.next = Math.floor(used) + 1;
        }
        if (rank(used) < 0) {
          throw error('DataError', 'The record has no valid key.');
        }
        const before = data.records.slice();
        const at = before.findIndex(function (record) {
          return compare(record.key, used) >= 0;
        });
        const same = at >= 0 && compare(before[at].key, used) === 0;
        if (same && !overwrite) {
          throw error('ConstraintError', 'Key already exists in the object store.');
        }
        data.indexes.forEach(function (index) {
          const own = evaluate(index.keyPath, copy);
          if (index.unique && own !== undefined && before.some(function (record) {
            const other = evaluate(index.keyPath, record.value);
            return rank(other) >= 0 && compare(record.key, used) !== 0 && compare(other, own) === 0;
          })) {
            throw error('ConstraintError', 'A record of that key is in the index already.');
          }
        });
        transaction._undo.push(function () {
          data.records = before;
        });
        data.records = before.slice();
        data.records.splice(at < 0 ? before.length : at, same ? 1 : 0, { key: used, value: copy });
        return used;
      });
    },
    add: function (value, key) {
      return this._write(value, key, false);
    },
    put: function (value, key) {
      return this._write(value, key, true);
    },
    delete: function (query) {
      return this._remove(function (record) {
        return matches(query, record.key);
      });
    },
    clear: function () {
      return this._remove(function () {
        return true;
      });
    },
    _remove: function (test) {
      const data = this._data;
      const transaction = this._transaction;
      return transaction._request(this, function () {
        const before = data.records;
        transaction._undo.push(function () {
          data.records = before;
        });
        data.records = before.filter(function (record) {
          return !test(record);
        });
      });
    },
    createIndex: function (name, keyPath, options) {
      const given = options || {};
      const index = { name: name, keyPath: keyPath, unique: Boolean(given.unique), multiEntry: Boolean(given.multiEntry) };
      this._data.indexes.set(name, index);
      this.indexNames = names(this._data.indexes.keys());
      return new IDBIndex(index, this);
    },
    deleteIndex: function (name) {
      this._data.indexes.delete(name);
      this.indexNames = names(this._data.indexes.keys());
    },
    index: function (name) {
      const index = this._data.indexes.get(name);
      if (!index) {
        throw error('NotFoundError', "Failed to execute 'index' on 'IDBObjectStore': The specified index was not found.");
      }
      return new IDBIndex(index, this);
    }
  }, reading);

  function IDBIndex(index, store) {
    this.name = index.name;
    this.keyPath = index.keyPath;
    this.unique = index.unique;
    this.multiEntry = index.multiEntry;
    this.objectStore = store;
    hide(this, { _store: store, _transaction: store._transaction });
  }
  Object.assign(IDBIndex.prototype, {
    _entries: function () {
      const self = this;
      const entries = [];
      this._store._data.records.forEach(function (record) {
        const key = evaluate(self.keyPath, record.value);
        (self.multiEntry && Array.isArray(key) ? key : [key]).forEach(function (one) {
          if (rank(one) >= 0) {
            entries.push([one, record.key, record.value]);
          }
        });
      });
      return entries.sort(function (a, b) {
        return compare(a[0], b[0]) || compare(a[1], b[1]);
      });
    }
  }, reading);

  return { IDBIndex, IDBObjectStore };
})
