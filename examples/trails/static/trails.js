// In the manner of 2009: XMLHttpRequest, and a timer that looks at the hash.
(function () {
  var view = document.getElementById('view'), shown = null;

  function get(url, done) {
    var request = new XMLHttpRequest();
    request.open('GET', url);
    request.onreadystatechange = function () {
      if (request.readyState === 4) { done(request.status === 200 ? JSON.parse(request.responseText) : null); }
    };
    request.send();
  }
  function element(tag, text, parent) {
    var made = document.createElement(tag);
    made.appendChild(document.createTextNode(text));
    if (parent) { parent.appendChild(made); }
    return made;
  }
  function clear() { while (view.firstChild) { view.removeChild(view.firstChild); } }

  function list() {
    get('/api/trails', function (trails) {
      clear();
      document.title = 'Trails';
      var ul = view.appendChild(document.createElement('ul'));
      trails.forEach(function (trail) {
        var li = ul.appendChild(document.createElement('li'));
        element('a', trail.name, li).href = '#!' + trail.key;
        element('span', trail.km + ' km, ' + trail.climb + ' m up', li);
      });
    });
  }
  function detail(key) {
    get('/api/trails/' + encodeURIComponent(key), function (trail) {
      clear();
      if (!trail) {
        element('h2', 'No such trail', view);
        document.title = 'No such trail';
        return;
      }
      document.title = trail.name + ' · Trails';
      element('h2', trail.name, view);
      element('p', trail.text, view);
      var walk = Math.round((trail.km / 4 + trail.climb / 400) * 2) / 2;
      element('p', trail.km + ' km · ' + trail.climb + ' m up · about ' + walk + ' hours', view).className = 'facts';
      element('a', '← All trails', view).href = '#!';
    });
  }
  function look() {
    var state = decodeURIComponent(window.location.hash.replace(/^#!?/, ''));
    if (state !== shown) {
      shown = state;
      if (state) { detail(state); } else { list(); }
    }
    setTimeout(look, 100);
  }
  look();
})();
