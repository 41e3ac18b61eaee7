// History in the manner of Really Simple History: a form field that browsers restore keeps the data, the hash is polled.
(function () {
  var storage = window.historyStorage = {
    hash: {}, loaded: false,
    setup: function (options) {
      this.toJSON = options.toJSON;
      this.fromJSON = options.fromJSON;
      document.write('<form id="rshStorageForm" style="position:absolute;top:-1000px;left:-1000px">'
        + '<textarea id="rshStorageField" style="position:absolute;top:-1000px"></textarea></form>');
      this.field = document.getElementById('rshStorageField');
    },
    load: function () {
      if (!this.loaded) {
        var text = this.field.value;
        if (text !== '' && text !== null) { this.hash = this.fromJSON(text); }
        this.loaded = true;
      }
    },
    put: function (key, value) { this.load(); this.hash[key] = value; this.field.value = this.toJSON(this.hash); },
    get: function (key) { this.load(); return this.hash[key]; },
    hasKey: function (key) { this.load(); return typeof this.hash[key] !== 'undefined'; }
  };
  window.dhtmlHistory = {
    create: function (options) {
      storage.setup(options);
      this.current = this.getCurrentLocation();
      this.isFirst = !storage.hasKey('DhtmlHistory_pageLoaded');
      var self = this;
      setInterval(function () { self.check(); }, 100);
    },
    initialize: function () { if (this.isFirst) { storage.put('DhtmlHistory_pageLoaded', true); } },
    addListener: function (f) { this.listener = f; },
    add: function (place, data) {
      this.current = place;
      storage.put(place, data);
      window.location.hash = place;
    },
    getCurrentLocation: function () {
      var r = /#(.*)$/.exec(window.location.href);
      return r ? decodeURIComponent(r[1]) : '';
    },
    check: function () {
      var now = this.getCurrentLocation();
      if (now !== this.current) {
        this.current = now;
        if (this.listener) { this.listener(now, storage.get(now)); }
      }
    }
  };
})();
