// A bootstrap in the manner of GWT's: it finds its own folder, then writes a frame in which the application's code runs.
(function () {
  var scripts = document.getElementsByTagName('script');
  var own = scripts[scripts.length - 1];
  var base = own.src.substring(0, own.src.lastIndexOf('/') + 1);
  var bodyDone = false, frameDone = false;

  function start() {
    if (!bodyDone || !frameDone) { return; }
    var frame = document.getElementById('mail');
    frame.contentWindow.gwtOnLoad(window, document);
  }
  window.mail_onFrameLoaded = function () { frameDone = true; start(); };

  document.write('<script id="__marker_mail"><\/script>');
  var marker = document.getElementById('__marker_mail');
  if (marker) { marker.parentNode.removeChild(marker); }

  function onBody() {
    if (bodyDone) { return; }
    bodyDone = true;
    var frame = document.createElement('iframe');
    frame.id = 'mail';
    frame.tabIndex = -1;
    frame.style.cssText = 'position:absolute;width:0;height:0;border:none';
    frame.src = base + 'mail.cache.html';
    document.body.insertBefore(frame, document.body.firstChild);
    start();
  }
  document.addEventListener('DOMContentLoaded', onBody, false);
  var timer = setInterval(function () {
    if (/loaded|complete/.test(document.readyState)) { onBody(); clearInterval(timer); }
  }, 50);
})();
