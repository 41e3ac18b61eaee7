// A history plugin of the old school: the hash is looked at every 100 ms; browsers without hashes of their own in the
// session history get a frame whose documents are the entries.
(function ($) {
  var current = null, callback = null, frame = null;
  var needsFrame = /MSIE [67]/.test(navigator.userAgent);

  function read() { return location.hash.replace(/^#/, ''); }
  function write(hash) {
    var doc = frame.contentWindow.document;
    doc.open(); doc.close();
    doc.location.hash = hash;
  }
  function check() {
    var now = needsFrame ? frame.contentWindow.document.location.hash.replace(/^#/, '') : read();
    if (now !== current) {
      current = now;
      if (needsFrame) { location.hash = now; }
      callback(decodeURIComponent(now));
    }
  }
  $.history = {
    init: function (f) {
      callback = f;
      if (needsFrame) {
        $('body').append('<iframe id="history" style="display:none" src="javascript:false;"></iframe>');
        frame = document.getElementById('history');
        write(read());
      }
      check();
      setInterval(check, 100);
    },
    load: function (hash) { location.hash = hash; if (needsFrame) { write(hash); } }
  };
})($);
