/* MutationObserver (DOM Standard): records are delivered in a microtask. */
(function (window, host) {
  'use strict';

  function MutationRecord(values) {
    Object.assign(this, values);
  }

  function list(node) {
    const nodes = node === null ? [] : [node];
    nodes.item = function (index) {
      return index < nodes.length ? nodes[index] : null;
    };
    Object.defineProperty(nodes, 'item', { enumerable: false });
    return nodes;
  }

  /* The options of observe, as the standard completes them. */
  function complete(init) {
    const given = init || {};
    const options = {
      childList: Boolean(given.childList),
      subtree: Boolean(given.subtree),
      attributes: given.attributes === undefined
        ? given.attributeOldValue !== undefined || given.attributeFilter !== undefined : Boolean(given.attributes),
      characterData: given.characterData === undefined
        ? given.characterDataOldValue !== undefined : Boolean(given.characterData),
      attributeOldValue: Boolean(given.attributeOldValue),
      characterDataOldValue: Boolean(given.characterDataOldValue),
      attributeFilter: given.attributeFilter === undefined ? null : Array.from(given.attributeFilter)
    };
    if (!options.childList && !options.attributes && !options.characterData) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object must set at least one of"
        + " 'attributes', 'characterData', or 'childList' to true.");
    }
    return options;
  }

  function MutationObserver(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError("Failed to construct 'MutationObserver': parameter 1 is not of type 'Function'.");
    }
    const self = this;
    let records = [];
    let watched = new Map();
    let last = 0; // operation, and where its records begin
    let first = 0;

    /* Whether what happened belongs to a record: all that one assignment or call does to a node's children is one. */
    function joins(target, added, removed, previous, next) {
      const recent = records.slice(first);
      if (recent.some(function (record) {
        return record.addedNodes.some(function (node) { // its contents have come with it
          return node === target || node.contains(target);
        });
      })) {
        return true;
      }
      const record = recent.reverse().find(function (one) {
        return one.type === 'childList' && one.target === target;
      });
      if (!record) {
        return false;
      }
      if (removed !== null) {
        if (record.addedNodes.length === 0) {
          record.removedNodes.push(removed);
        }
        return record.addedNodes.length === 0;
      }
      const count = record.addedNodes.length;
      if (record.removedNodes.indexOf(added) >= 0 || count > 0 && record.addedNodes[count - 1] !== previous) {
        return false;
      }
      record.addedNodes.push(added);
      if (count === 0) {
        record.previousSibling = previous;
      }
      record.nextSibling = next;
      return true;
    }

    function deliver() {
      const taken = self.takeRecords();
      if (taken.length) {
        callback.call(self, taken, self);
      }
    }

    function note(options, type, target, added, removed, previous, next, attribute, old, operation) {
      if (type === 'childList' && operation === last && records.length > first && joins(target, added, removed, previous, next)) {
        return;
      }
      if (operation !== last) {
        last = operation;
        first = records.length;
      }
      if (type === 'attributes' && options.attributeFilter && options.attributeFilter.indexOf(attribute) < 0) {
        return;
      }
      const keepsOld = type === 'attributes' ? options.attributeOldValue : options.characterDataOldValue;
      records.push(new MutationRecord({
        type: type,
        target: target,
        addedNodes: list(added),
        removedNodes: list(removed),
        previousSibling: previous,
        nextSibling: next,
        attributeName: attribute,
        attributeNamespace: null,
        oldValue: keepsOld ? old : null
      }));
      if (records.length === 1) {
        window.queueMicrotask(deliver);
      }
    }

    states.set(this, {
      observe: function (node, init) {
        const options = complete(init);
        if (watched.has(node)) {
          watched.get(node)();
        }
        watched.set(node, host.watchNode(node, options,
          function (type, target, added, removed, previous, next, attribute, old, operation) {
            note(options, type, target, added, removed, previous, next, attribute, old, operation);
          }));
      },
      disconnect: function () {
        watched.forEach(function (end) {
          end();
        });
        watched = new Map();
        records = [];
      },
      takeRecords: function () {
        const taken = records;
        records = [];
        first = 0;
        return taken;
      }
    });
  }

  const states = new WeakMap();

  MutationObserver.prototype.observe = function observe(target, options) {
    states.get(this).observe(target, options);
  };
  MutationObserver.prototype.disconnect = function disconnect() {
    states.get(this).disconnect();
  };
  MutationObserver.prototype.takeRecords = function takeRecords() {
    return states.get(this).takeRecords();
  };

  return { MutationObserver: MutationObserver, WebKitMutationObserver: MutationObserver, MutationRecord: MutationRecord };
})
