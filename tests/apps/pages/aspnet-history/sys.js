// History in the manner of ASP.NET AJAX: state serialised into the hash as a query string, a navigate event, a timer.
var Sys = {};
Sys.HistoryEventArgs = function (state) { this._state = state; };
Sys.HistoryEventArgs.prototype.get_state = function () { return this._state; };
Sys._Application = function () { this._handlers = []; this._state = {}; this._entry = null; };
Sys._Application.prototype = {
  set_enableHistory: function (on) { this._enabled = on; },
  add_navigate: function (f) { this._handlers.push(f); },
  _frameLoaded: function (state) { this._frameState = state; },
  initialize: function () {
    var self = this;
    this._timer = window.setTimeout(function () { self._onIdle(); }, 100);
    this._navigate(this._getHash());
  },
  addHistoryPoint: function (state, title) {
    for (var key in state) {
      if (state[key] === null) { delete this._state[key]; } else { this._state[key] = state[key]; }
    }
    this._entry = this._serialize(this._state);
    window.location.hash = '!' + this._entry;
    if (title) { document.title = title; }
    this._raise();
  },
  _getHash: function () {
    // Firefox used to decode location.hash, so the library reads href.
    var href = window.location.href, i = href.indexOf('#');
    return i === -1 ? '' : href.substring(i + 1).replace(/^!/, '');
  },
  _onIdle: function () {
    var self = this, entry = this._getHash();
    if (entry !== this._entry) { this._navigate(entry); }
    this._timer = window.setTimeout(function () { self._onIdle(); }, 100);
  },
  _navigate: function (entry) {
    this._entry = entry;
    this._state = this._deserialize(entry);
    if (entry === '') { this.addHistoryPoint({page: '1'}, 'Orders, first page'); return; }
    this._raise();
  },
  _raise: function () {
    var args = new Sys.HistoryEventArgs(this._state);
    for (var i = 0; i < this._handlers.length; i++) { this._handlers[i](this, args); }
  },
  _serialize: function (state) {
    var parts = [];
    for (var key in state) { parts.push(encodeURIComponent(key) + '=' + encodeURIComponent(state[key])); }
    return parts.join('&');
  },
  _deserialize: function (entry) {
    var state = {}, parts = entry === '' ? [] : entry.split('&');
    for (var i = 0; i < parts.length; i++) {
      var at = parts[i].indexOf('=');
      if (at > 0) { state[decodeURIComponent(parts[i].substring(0, at))] = decodeURIComponent(parts[i].substring(at + 1)); }
    }
    return state;
  }
};
Sys.Application = new Sys._Application();
