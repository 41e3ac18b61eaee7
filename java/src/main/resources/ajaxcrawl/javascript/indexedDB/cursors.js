/* Cursors of indexedDB: one object a cursor, which goes from entry to entry of a store or an index. */
(function (window, host) {
  'use strict';

  const { compare, evaluate, matches } = host.use('indexedDB/keys.js');
  const { IDBRequest, error, hide } = host.use('indexedDB/transactions.js');

  /* The entries of a store or an index that a query asks for: [key, primary key, record]. */
  function find(list, query, direction, count) {
    const way = direction || 'next';
    let found = list.filter(function (entry) {
      return matches(query, entry[0]);
    });
    if (way.indexOf('unique') > 0) {
      found = found.filter(function (entry, index) {
        return index === 0 || compare(found[index - 1][0], entry[0]) !== 0;
      });
    }
    if (way.indexOf('prev') === 0) {
      found.reverse();
    }
    return count ? found.slice(0, count) : found;
  }

  function IDBCursor() {
    throw new TypeError('Illegal constructor');
  }

  function IDBCursorWithValue() {
    throw new TypeError('Illegal constructor');
  }

  /* Goes on by so many entries, and to the first of them that is wanted: what has been put meanwhile is found, too. */
  function move(cursor, steps, isWanted) {
    if (!cursor._ready) {
      throw error('InvalidStateError', 'The cursor is being iterated or has iterated past its end.');
    }
    cursor._ready = false;
    cursor.source._transaction._request(cursor.source, function () {
      let at = look(cursor) + steps - 1;
      while (isWanted && cursor._found[at] && !isWanted(cursor._found[at])) {
        at++;
      }
      return cursor._show(at);
    }, cursor.request);
  }

  /* Where the entries begin that are still to come. */
  function look(cursor) {
    const records = (cursor.source._store || cursor.source)._data.records; // others where something has been put
    if (cursor._records === records) {
      return cursor._at + 1;
    }
    cursor._records = records;
    cursor._found = find(cursor.source._entries(), cursor._query, cursor.direction);
    const isUnique = cursor.direction.indexOf('unique') > 0;
    const at = cursor._found.findIndex(function (entry) {
      const way = cursor.key === undefined ? 1 : order(cursor, entry[0], cursor.key);
      return way > 0 || way === 0 && !isUnique && order(cursor, entry[1], cursor.primaryKey) > 0;
    });
    return at < 0 ? cursor._found.length : at;
  }

  function invalid(name, message) {
    throw error(name, message);
  }

  /* How an entry's key stands to another on the cursor's way: negative where it comes before. */
  function order(cursor, key, other) {
    return cursor.direction.indexOf('prev') === 0 ? compare(other, key) : compare(key, other);
  }

  Object.assign(IDBCursor.prototype, {
    advance: function (steps) {
      if (!(Number(steps) >= 1)) {
        throw new TypeError("Failed to execute 'advance' on 'IDBCursor': A count argument with value 0 (zero) was supplied, must be greater than 0.");
      }
      move(this, Math.floor(Number(steps)), null);
    },
    continue: function (key) {
      const self = this;
      if (key !== undefined && order(this, key, this.key) <= 0) {
        invalid('DataError', "The parameter is not beyond this cursor's position.");
      }
      move(this, 1, key === undefined ? null : function (entry) {
        return order(self, entry[0], key) >= 0;
      });
    },
    continuePrimaryKey: function (key, primaryKey) {
      const self = this;
      if (!this.source._store || this.direction.indexOf('unique') > 0) {
        invalid('InvalidAccessError', 'The cursor\'s source is not an index, or its direction is one of unique keys.');
      }
      move(this, 1, function (entry) {
        const way = order(self, entry[0], key);
        return way > 0 || way === 0 && order(self, entry[1], primaryKey) >= 0;
      });
    },
    update: function (value) {
      const store = this.source._store || this.source;
      if (store.keyPath !== null && compare(evaluate(store.keyPath, value), this.primaryKey) !== 0) {
        invalid('DataError', "The effective object store of this cursor uses in-line keys and evaluating the key path of the value"
          + ' parameter results in a different value than the cursor\'s effective key.');
      }
      return store.put(value, store.keyPath === null ? this.primaryKey : undefined);
    },
    delete: function () {
      return (this.source._store || this.source).delete(this.primaryKey);
    },
    _show: function (at) {
      const entry = this._found[at];
      this._at = at;
      this._ready = Boolean(entry);
      this.key = entry && entry[0];
      this.primaryKey = entry && entry[1];
      if (this._withValue) {
        this.value = entry && window.structuredClone(entry[2]);
      }
      return entry ? this : null;
    }
  });
  hide(IDBCursor.prototype, { _show: IDBCursor.prototype._show });
  IDBCursorWithValue.prototype = Object.create(IDBCursor.prototype, {
    constructor: { value: IDBCursorWithValue, writable: true, configurable: true }
  });

  [IDBCursor, IDBCursorWithValue].forEach(function (type) {
    Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
  });

  function open(owner, query, direction, withValue) {
    const transaction = owner._transaction;
    const cursor = Object.create((withValue ? IDBCursorWithValue : IDBCursor).prototype);
    cursor.source = owner;
    cursor.direction = direction || 'next';
    cursor.request = new IDBRequest(owner, transaction);
    hide(cursor, { _query: query, _ready: false, _withValue: withValue, _records: null, _found: [], _at: -1 });
    return transaction._request(owner, function () {
      return cursor._show(look(cursor));
    }, cursor.request);
  }

  return { IDBCursor, IDBCursorWithValue, find, open };
})
