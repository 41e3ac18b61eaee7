function Router(prefix) { this.prefix = prefix; this.routes = []; }
Router.prototype.on = function (pattern, action) {
  var names = [];
  var source = pattern.replace(/:(\w+)/g, function (all, name) { names.push(name); return '([^/]+)'; });
  this.routes.push({regex: new RegExp('^' + source + '$'), names: names, action: action});
};
Router.prototype.otherwise = function (path) { this.fallback = path; };
Router.prototype.path = function () { return decodeURI(location.hash).replace('#' + this.prefix, '').replace(/^#/, ''); };
Router.prototype.replace = function (path) { location.replace('#' + this.prefix + path); };
Router.prototype.resolve = function () {
  var path = this.path();
  for (var i = 0; i < this.routes.length; i++) {
    var route = this.routes[i], match = route.regex.exec(path);
    if (match) {
      var params = {};
      for (var n = 0; n < route.names.length; n++) { params[route.names[n]] = decodeURIComponent(match[n + 1]); }
      route.action(params);
      return;
    }
  }
  this.replace(this.fallback);
};
Router.prototype.start = function () {
  var self = this;
  window.addEventListener('hashchange', function () { self.resolve(); }, false);
  self.resolve();
};
