/* Object stores of indexedDB, and their indexes. */
(function (window, host) {
  'use strict';

  const { assign, check, compare, evaluate, matches, names, rank } = host.use('indexedDB/keys.js');
  const { error, hide } = host.use('indexedDB/transactions.js');
  const { find, open } = host.use('indexedDB/cursors.js');

  /* Refuses what is no key, nor a range of keys. */
  function asked(query, isNeeded) {
    if (isNeeded || query !== undefined && query !== null) {
      if (isNeeded && query === undefined) {
        throw new TypeError('1 argument required, but only 0 present.');
      }
      if (!(query instanceof host.use('indexedDB/keys.js').IDBKeyRange)) {
        check(query);
      }
    }
  }

  /* What stores and indexes share. */
  const reading = {
    get: function (query) {
      const self = this;
      asked(query, true);
      return this._transaction._request(this, function () {
        const entry = find(self._entries(), query)[0];
        return entry ? window.structuredClone(entry[2]) : undefined;
      });
    },
    getKey: function (query) {
      const self = this;
      asked(query, true);
      return this._transaction._request(this, function () {
        const entry = find(self._entries(), query)[0];
        return entry ? entry[1] : undefined;
      });
    },
    getAll: function (query, count) {
      const self = this;
      asked(query, false);
      return this._transaction._request(this, function () {
        return find(self._entries(), query, 'next', count).map(function (entry) {
          return window.structuredClone(entry[2]);
        });
      });
    },
    getAllKeys: function (query, count) {
      const self = this;
      asked(query, false);
      return this._transaction._request(this, function () {
        return find(self._entries(), query, 'next', count).map(function (entry) {
          return entry[1];
        });
      });
    },
    count: function (query) {
      const self = this;
      asked(query, false);
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
      const given = data.keyPath === null ? key : evaluate(data.keyPath, copy);
      if (data.keyPath !== null && key !== undefined) {
        throw error('DataError', 'The object store uses in-line keys and the key parameter was provided.');
      }
      if (given !== undefined) {
        check(given);
      } else if (!data.autoIncrement) {
        throw error('DataError', 'The record has no key.');
      }
      return transaction._request(this, function () {
        let used = given;
        if (used === undefined && data.autoIncrement) {
          used = data.next++;
          if (data.keyPath !== null) {
            assign(data.keyPath, copy, used);
          }
        } else if (data.autoIncrement && typeof used === 'number' && used >= data.next) {
          data.next = Math.floor(used) + 1;
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
      asked(query, true);
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
      if (transaction.mode === 'readonly') {
        throw error('ReadOnlyError', 'The transaction is read-only.');
      }
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
    _change: function (name) {
      if (this._transaction.mode !== 'versionchange') {
        throw error('InvalidStateError', "Failed to execute '" + name + "' on 'IDBObjectStore': The database is not running a version change transaction.");
      }
    },
    createIndex: function (name, keyPath, options) {
      const given = options || {};
      this._change('createIndex');
      if (this._data.indexes.has(String(name))) {
        throw error('ConstraintError', "Failed to execute 'createIndex' on 'IDBObjectStore': An index with the specified name already exists.");
      }
      const index = { name: String(name), keyPath: keyPath, unique: Boolean(given.unique), multiEntry: Boolean(given.multiEntry) };
      this._data.indexes.set(index.name, index);
      this.indexNames = names(this._data.indexes.keys());
      return new IDBIndex(index, this);
    },
    deleteIndex: function (name) {
      this._change('deleteIndex');
      if (!this._data.indexes.has(String(name))) {
        throw error('NotFoundError', "Failed to execute 'deleteIndex' on 'IDBObjectStore': The specified index was not found.");
      }
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
    this.keyPath = index.keyPath;
    this.unique = index.unique;
    this.multiEntry = index.multiEntry;
    this.objectStore = store;
    hide(this, { _index: index, _store: store, _transaction: store._transaction });
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

  /* Stores and indexes that are given another name. */
  function renamed(type, dataOf, mapOf) {
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
    Object.defineProperty(type.prototype, 'name', {
      get: function () {
        return dataOf(this).name;
      },
      set: function (value) {
        const data = dataOf(this);
        const map = mapOf(this);
        map.delete(data.name);
        data.name = String(value);
        map.set(data.name, data);
      },
      configurable: true,
      enumerable: true
    });
  }
  renamed(IDBObjectStore, function (store) {
    return store._data;
  }, function (store) {
    return store._transaction.db._data.stores;
  });
  renamed(IDBIndex, function (index) {
    return index._index;
  }, function (index) {
    return index._store._data.indexes;
  });

  return { IDBIndex, IDBObjectStore };
})
