(function () {
  var content = document.getElementById('content');
  function ajax(method, url, body, done) {
    var request = new XMLHttpRequest();
    request.onreadystatechange = function () {
      if (request.readyState !== 4) { return; }
      done(request.status, request.responseText, request);
    };
    request.open(method, url, true);
    if (body) { request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); }
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    request.send(body || null);
  }
  function escape(s) { return s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;'); }
  function card(book) {
    return '<div class="card' + (book.stock ? '' : ' sold-out') + '"><a href="#!/book/' + book.id + '">' + escape(book.title)
      + '</a> <span class="buy">Buy</span></div>';
  }
  var routes = [
    [/^\/?$/, function () {
      ajax('GET', '/data/books.json', null, function (status, text) {
        content.innerHTML = JSON.parse(text).map(card).join('');
        document.title = 'Shop: all';
      });
    }],
    [/^\/book\/(\d+)$/, function (id) {
      ajax('GET', '/data/books/' + id + '.json', null, function (status, text) {
        if (status !== 200) { content.innerHTML = '<h1>Status ' + status + '</h1>'; document.title = 'Shop: no'; return; }
        var book = JSON.parse(text);
        content.innerHTML = '<h1>' + escape(book.title) + '</h1><p id="price">…</p>';
        document.title = 'Shop: ' + book.title;
        ajax('POST', '/data/price', 'id=' + id, function (s, t, r) {
          document.getElementById('price').textContent = r.responseXML.getElementsByTagName('price')[0].getAttribute('value');
        });
      });
    }],
    [/^\/search\?(.*)$/, function (query) {
      var values = {};
      query.split('&').forEach(function (pair) {
        var at = pair.indexOf('=');
        values[pair.substring(0, at)] = decodeURIComponent(pair.substring(at + 1).replace(/\+/g, ' '));
      });
      ajax('GET', '/data/echo?' + query, null, function (status, text) {
        content.textContent = 'Searched ' + JSON.stringify(values) + ' and the server saw ' + text;
      });
    }]
  ];
  function route() {
    var path = decodeURI(location.hash).replace(/^#!?/, '');
    for (var i = 0; i < routes.length; i++) {
      var match = routes[i][0].exec(path);
      if (match) { routes[i][1](match[1]); return; }
    }
    content.innerHTML = '<h1>Unknown</h1>';
    content.appendChild(document.createTextNode(path));
  }
  window.addEventListener('hashchange', route);
  var sync = new XMLHttpRequest();
  sync.open('GET', '/data/books.json', false);
  sync.send();
  document.getElementById('footer').innerHTML = JSON.parse(sync.responseText).length + ' books';
  route();
})();
