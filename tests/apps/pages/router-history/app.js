(function () {
  var ROOT = '/router-history';
  var app = document.getElementById('app');
  function h(tag, attributes, children) {
    var element = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (key) {
      if (key === 'onclick') { element.addEventListener('click', attributes[key]); } else { element.setAttribute(key, attributes[key]); }
    });
    [].concat(children || []).forEach(function (child) {
      element.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
    });
    return element;
  }
  function link(path, label) {
    return h('a', {href: ROOT + path, onclick: function (e) { e.preventDefault(); go(path); }}, label);
  }
  function mount(view, title) {
    while (app.firstChild) { app.removeChild(app.firstChild); }
    app.appendChild(h('nav', {}, [link('/', 'Home'), ' ', link('/books', 'Books'), ' ', link('/books?by=author', 'By author')]));
    app.appendChild(view);
    document.title = title;
  }
  function getJSON(url, then) {
    var request = new XMLHttpRequest();
    request.open('GET', url);
    request.setRequestHeader('Accept', 'application/json');
    request.onload = function () { then(request.status === 200 ? JSON.parse(request.responseText) : null); };
    request.send();
  }
  function route() {
    var path = location.pathname.substring(ROOT.length) || '/';
    var query = new URLSearchParams(location.search);
    var book = /^\/books\/(\d+)$/.exec(path);
    if (path === '/') { mount(h('h1', {}, 'Library'), 'Library'); return; }
    mount(h('p', {}, 'Loading…'), 'Library');
    if (path === '/books') {
      getJSON('/data/books.json', function (books) {
        var by = query.get('by') || 'title';
        books.sort(function (a, b) { return a[by] < b[by] ? -1 : 1; });
        mount(h('ul', {}, books.map(function (b) { return h('li', {}, [link('/books/' + b.id, b.title), ' by ' + b.author]); })), 'Books by ' + by);
      });
    } else if (book) {
      getJSON('/data/books/' + book[1] + '.json', function (b) {
        mount(b ? h('article', {}, [h('h1', {}, b.title), h('p', {}, b.author)]) : h('h1', {}, 'No such book'), b ? b.title : 'Not found');
      });
    } else {
      mount(h('h1', {}, 'No such page: ' + decodeURIComponent(path)), 'Not found');
    }
  }
  function go(path) { history.pushState(null, '', ROOT + path); route(); }
  window.addEventListener('popstate', route);
  route();
})();
