(function () {
  var own = document.currentScript, name = own.src.split('?')[1];
  if (name) { log.push(name); }
})();
