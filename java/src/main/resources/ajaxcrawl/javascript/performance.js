/* User Timing and PerformanceObserver: marks, measures and the navigation; a render has no other entries. */
(function (window) {
  'use strict';

  const entries = [];
  const observers = [];

  function Entry(entryType, name, startTime, duration, detail) {
    this.name = name;
    this.entryType = entryType;
    this.startTime = startTime;
    this.duration = duration;
    this.detail = detail === undefined ? null : detail;
  }
  Entry.prototype.toJSON = function () {
    return { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration };
  };

  const navigation = new Entry('navigation', window.document.URL, 0, 0);
  navigation.type = 'navigate';
  navigation.redirectCount = 0;
  ['fetchStart', 'responseStart', 'responseEnd', 'domInteractive', 'domContentLoadedEventStart',
    'domContentLoadedEventEnd', 'domComplete', 'loadEventStart', 'loadEventEnd'].forEach(function (name) {
    navigation[name] = 0; // loading takes no page time
  });
  entries.push(navigation);

  function add(entryType, name, startTime, duration, detail) {
    const entry = new Entry(entryType, String(name), startTime, duration, detail);
    entries.push(entry);
    observers.forEach(function (observer) {
      observer.offer(entry);
    });
    return entry;
  }

  function timeOf(mark) {
    if (typeof mark === 'number') {
      return mark;
    }
    for (let i = entries.length - 1; i >= 0; i--) {
      if (entries[i].entryType === 'mark' && entries[i].name === String(mark)) {
        return entries[i].startTime;
      }
    }
    throw new window.DOMException("Failed to execute 'measure' on 'Performance': The mark '" + mark + "' does not exist.",
      'SyntaxError');
  }

  function select(type, name) {
    return entries.filter(function (entry) {
      return (type === undefined || entry.entryType === type) && (name === undefined || entry.name === String(name));
    }).sort(function (a, b) {
      return a.startTime - b.startTime;
    });
  }

  function clear(type, name) {
    for (let i = entries.length - 1; i >= 0; i--) {
      if (entries[i].entryType === type && (name === undefined || entries[i].name === String(name))) {
        entries.splice(i, 1);
      }
    }
  }

  function mark(name, options) {
    const given = options || {};
    return add('mark', name, given.startTime === undefined ? window.performance.now() : given.startTime, 0, given.detail);
  }

  function measure(name, startOrOptions, endMark) {
    const options = startOrOptions !== null && typeof startOrOptions === 'object' ? startOrOptions : { start: startOrOptions };
    const last = endMark === undefined ? options.end : endMark;
    let end;
    if (last !== undefined) {
      end = timeOf(last);
    } else if (options.duration !== undefined && options.start !== undefined) {
      end = timeOf(options.start) + options.duration;
    } else {
      end = window.performance.now();
    }
    let start = 0;
    if (options.start !== undefined) {
      start = timeOf(options.start);
    } else if (options.duration !== undefined) {
      start = end - options.duration;
    }
    return add('measure', name, start, end - start, options.detail);
  }

  function PerformanceObserver(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError("Failed to construct 'PerformanceObserver': parameter 1 is not of type 'Function'.");
    }
    const self = this;
    let records = [];
    let types = [];
    this.offer = function (entry) {
      if (types.indexOf(entry.entryType) < 0) {
        return;
      }
      records.push(entry);
      if (records.length === 1) {
        window.setTimeout(deliver, 0);
      }
    };
    function deliver() {
      const list = self.takeRecords();
      if (list.length) {
        callback.call(self, listOf(list), self);
      }
    }
    this.takeRecords = function () {
      const taken = records;
      records = [];
      return taken;
    };
    this.observe = function (options) {
      const given = options || {};
      if (given.type === undefined && given.entryTypes === undefined) {
        throw new TypeError(
          "Failed to execute 'observe' on 'PerformanceObserver': An observe() call must include either entryTypes or type arguments.");
      }
      types = types.concat(given.type === undefined ? Array.from(given.entryTypes) : [given.type]);
      if (observers.indexOf(self) < 0) {
        observers.push(self);
      }
      if (given.buffered) {
        select(given.type).forEach(self.offer);
      }
    };
    this.disconnect = function () {
      types = [];
      records = [];
      const at = observers.indexOf(self);
      if (at >= 0) {
        observers.splice(at, 1);
      }
    };
    ['offer', 'takeRecords', 'observe', 'disconnect'].forEach(function (name) {
      Object.defineProperty(self, name, { enumerable: false });
    });
  }
  Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: Object.freeze(['mark', 'measure']) });

  function listOf(list) {
    return {
      getEntries: function () {
        return list.slice();
      },
      getEntriesByType: function (type) {
        return list.filter(function (entry) {
          return entry.entryType === type;
        });
      },
      getEntriesByName: function (name) {
        return list.filter(function (entry) {
          return entry.name === name;
        });
      }
    };
  }

  return {
    mark: mark,
    measure: measure,
    clearMarks: function (name) {
      clear('mark', name);
    },
    clearMeasures: function (name) {
      clear('measure', name);
    },
    getEntries: function () {
      return select();
    },
    getEntriesByName: function (name, type) {
      return select(type, name);
    },
    getEntriesByType: function (type) {
      return select(type);
    },
    toJSON: function () {
      return { timeOrigin: window.performance.timeOrigin };
    },
    PerformanceObserver: PerformanceObserver
  };
})
