/* Cursors of indexedDB: one object a cursor, which goes from entry to entry of a store or an index. */
(function (window, host) {
  'use strict';

  const { compare, matches } = host.use('indexedDB/keys.js');
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

  /* Goes on by so many entries, and to the first of them that is wanted. */
  function move(cursor, steps, isWanted) {
    if (!cursor._ready) {
      throw error('InvalidStateError', 'The cursor is being iterated or has iterated past its end.');
    }
    cursor._ready = false;
    cursor.source._transaction._request(cursor.source, function () {
      cursor._at += steps;
      while (isWanted && cursor._found[cursor._at] && !isWanted(cursor._found[cursor._at])) {
        cursor._at++;
      }
      return cursor._show();
    }, cursor.request);
  }

  /* How an entry's key stands to another on the cursor's way: negative where it comes before. */
  function order(cursor, key, other) {
    return cursor.direction.indexOf('prev') === 0 ? compare(other, key) : compare(key, other);
  }

  Object.assign(IDBCursor.prototype, {
    advance: function (steps) {
      move(this, steps, null);
    },
    continue: function (key) {
      const self = this;
      move(this, 1, key === undefined ? null : function (entry) {
        return order(self, entry[0], key) >= 0;
      });
    },
    continuePrimaryKey: function (key, primaryKey) {
      const self = this;
      move(this, 1, function (entry) {
        const way = order(self, entry[0], key);
        return way > 0 || way === 0 && order(self, entry[1], primaryKey) >= 0;
      });
    },
    update: function (value) {
      const store = this.source._store || this.source;
      return store.put(value, store.keyPath === null ? this.primaryKey : undefined);
    },
    delete: function () {
      return (this.source._store || this.source).delete(this.primaryKey);
    },
    _show: function () {
      const entry = this._found[this._at];
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

  function open(owner, query, direction, withValue) {
    const transaction = owner._transaction;
    const cursor = Object.create((withValue ? IDBCursorWithValue : IDBCursor).prototype);
    cursor.source = owner;
    cursor.direction = direction || 'next';
    cursor.request = new IDBRequest(owner, transaction);
    hide(cursor, { _at: 0, _found: [], _ready: false, _withValue: withValue });
    return transaction._request(owner, function () {
      cursor._found = find(owner._entries(), query, direction);
      return cursor._show();
    }, cursor.request);
  }

  return { IDBCursor, IDBCursorWithValue, find, open };
})
