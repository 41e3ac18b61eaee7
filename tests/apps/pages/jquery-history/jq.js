// The few functions of the well-known kind that this page needs.
(function (window) {
  function $(what) {
    if (typeof what === 'function') {
      if (document.readyState === 'complete') { window.setTimeout(what, 1); }
      else { document.addEventListener('DOMContentLoaded', what, false); }
      return this;
    }
    var list = typeof what === 'string' ? document.querySelectorAll(what) : [what], set = Object.create($.fn);
    set.length = list.length;
    for (var i = 0; i < list.length; i++) { set[i] = list[i]; }
    return set;
  }
  $.fn = {
    each: function (f) { for (var i = 0; i < this.length; i++) { f.call(this[i], i, this[i]); } return this; },
    text: function (t) {
      if (t === undefined) { return this[0].textContent; }
      return this.each(function () {
        while (this.firstChild) { this.removeChild(this.firstChild); }
        this.appendChild(document.createTextNode(t));
      });
    },
    append: function (html) {
      return this.each(function () {
        var box = document.createElement('div');
        box.innerHTML = html;
        while (box.firstChild) { this.appendChild(box.firstChild); }
      });
    },
    click: function (f) {
      return this.each(function () {
        var element = this;
        element.addEventListener('click', function (e) { if (f.call(element, e) === false) { e.preventDefault(); } }, false);
      });
    }
  };
  $.each = function (o, f) { for (var k in o) { if (o.hasOwnProperty(k)) { f.call(o[k], k, o[k]); } } };
  window.$ = $;
})(window);
