/*
 * indexedDB in memory: databases, object stores, indexes, cursors. Every render begins without any data, as the first
 * visit of a browser does.
 */
(function (window) {
  'use strict';

  const databases = new Map();

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

  /* Keys in the order of the standard: numbers, dates, texts, arrays. */
  function rank(key) {
    return typeof key === 'number' ? 0 : key instanceof Date ? 1 : typeof key === 'string' ? 2 : Array.isArray(key) ? 4 : -1;
  }

  function compare(a, b) {
    if (rank(a) < 0 || rank(b) < 0) {
      throw error('DataError', 'The parameter is not a valid key.');
    }
    if (rank(a) !== rank(b)) {
      return rank(a) < rank(b) ? -1 : 1;
    }
    if (Array.isArray(a)) {
      for (let i = 0; i < Math.min(a.length, b.length); i++) {
        const order = compare(a[i], b[i]);
        if (order) {
          return order;
        }
      }
      return Math.sign(a.length - b.length);
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function IDBKeyRange(lower, upper, lowerOpen, upperOpen) {
    this.lower = lower;
    this.upper = upper;
    this.lowerOpen = Boolean(lowerOpen);
    this.upperOpen = Boolean(upperOpen);
  }
  IDBKeyRange.prototype.includes = function (key) {
    const low = this.lower === undefined ? 1 : compare(key, this.lower);
    const high = this.upper === undefined ? -1 : compare(key, this.upper);
    return (this.lowerOpen ? low > 0 : low >= 0) && (this.upperOpen ? high < 0 : high <= 0);
  };
  IDBKeyRange.only = function (key) {
    return new IDBKeyRange(key, key, false, false);
  };
  IDBKeyRange.lowerBound = function (key, open) {
    return new IDBKeyRange(key, undefined, open, true);
  };
  IDBKeyRange.upperBound = function (key, open) {
    return new IDBKeyRange(undefined, key, true, open);
  };
  IDBKeyRange.bound = function (lower, upper, lowerOpen, upperOpen) {
    return new IDBKeyRange(lower, upper, lowerOpen, upperOpen);
  };

  function matches(query, key) {
    return query === undefined || query === null
      || (query instanceof IDBKeyRange ? query.includes(key) : compare(query, key) === 0);
  }

  function evaluate(path, value) {
    if (Array.isArray(path)) {
      return path.map(function (part) {
        return evaluate(part, value);
      });
    }
    return path === '' ? value : path.split('.').reduce(function (object, name) {
      return object === undefined || object === null ? undefined : object[name];
    }, value);
  }

  function assign(path, value, key) {
    const names = path.split('.');
    const last = names.pop();
    names.reduce(function (object, name) {
      return object[name] = object[name] || {};
    }, value)[last] = key;
  }

  function names(list) {
    const sorted = Array.from(list).sort();
    sorted.contains = function (name) {
      return sorted.indexOf(name) >= 0;
    };
    sorted.item = function (index) {
      return index < sorted.length ? sorted[index] : null;
    };
    return sorted;
  }

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
      return new ObjectStore(data, this);
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

  /* The entries of a store or an index that a query asks for: [key, primary key, record]. */
  function find(list, query, direction, count) {
    const found = list.filter(function (entry) {
      return matches(query, entry[0]);
    });
    if (direction && direction.indexOf('prev') === 0) {
      found.reverse();
    }
    return count ? found.slice(0, count) : found;
  }

  function cursor(owner, query, direction, withValue) {
    const transaction = owner._transaction;
    const request = new Request(owner, transaction);
    let found = null;
    let at = 0;

    function current() {
      found = found || find(owner._entries(), query, direction);
      const entry = found[at];
      if (!entry) {
        return null;
      }
      const store = owner._store || owner;
      const result = {
        source: owner,
        direction: direction || 'next',
        key: entry[0],
        primaryKey: entry[1],
        request: request,
        advance: function (steps) {
          at += steps;
          transaction._request(owner, current, request);
        },
        continue: function (key) {
          at++;
          while (key !== undefined && found[at] && compare(found[at][0], key) < 0) {
            at++;
          }
          transaction._request(owner, current, request);
        },
        update: function (value) {
          return store.put(value, store.keyPath === null ? entry[1] : undefined);
        },
        delete: function () {
          return store.delete(entry[1]);
        }
      };
      if (withValue) {
        result.value = window.structuredClone(entry[2]);
      }
      return result;
    }

    return transaction._request(owner, current, request);
  }

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
      return cursor(this, query, direction, true);
    },
    openKeyCursor: function (query, direction) {
      return cursor(this, query, direction, false);
    }
  };

  function hide(object, values) {
    Object.keys(values).forEach(function (name) {
      Object.defineProperty(object, name, { value: values[name], writable: true });
    });
  }

  function ObjectStore(data, transaction) {
    this.name = data.name;
    this.keyPath = data.keyPath;
    this.autoIncrement = data.autoIncrement;
    this.indexNames = names(data.indexes.keys());
    this.transaction = transaction;
    hide(this, { _data: data, _transaction: transaction });
  }
  ObjectStore.prototype = Object.assign({
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
      return new Index(index, this);
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
      return new Index(index, this);
    }
  }, reading);

  function Index(index, store) {
    this.name = index.name;
    this.keyPath = index.keyPath;
    this.unique = index.unique;
    this.multiEntry = index.multiEntry;
    this.objectStore = store;
    hide(this, { _store: store, _transaction: store._transaction });
  }
  Index.prototype = Object.assign({
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

  function Database(data) {
    Target.call(this);
    this.name = data.name;
    this.version = data.version;
    hide(this, { _data: data });
  }
  Database.prototype = Object.create(Target.prototype);
  Object.defineProperty(Database.prototype, 'objectStoreNames', {
    get: function () {
      return names(this._data.stores.keys());
    }
  });
  Object.assign(Database.prototype, {
    close: function () { },
    createObjectStore: function (name, options) {
      const given = options || {};
      const data = { name: name, keyPath: given.keyPath === undefined ? null : given.keyPath,
        autoIncrement: Boolean(given.autoIncrement), next: 1, records: [], indexes: new Map() };
      this._data.stores.set(name, data);
      return new ObjectStore(data, this._upgrade);
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
      return new Transaction(this, list, mode || 'readonly');
    }
  });

  function succeed(request, result) {
    request.result = result;
    request.readyState = 'done';
    fire(request, 'success');
  }

  const factory = {
    open: function (name, version) {
      const request = new Request(null, null);
      request.onupgradeneeded = null;
      request.onblocked = null;
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
        const database = new Database(data);
        if (wanted === old) {
          succeed(request, database);
          return;
        }
        const transaction = new Transaction(database, [], 'versionchange');
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
      const request = new Request(null, null);
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
  };

  return { indexedDB: factory, IDBKeyRange: IDBKeyRange };
})
