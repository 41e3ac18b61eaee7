// show(label, f): a line with what f gives, or what it fails with; lines keep their order however late f's promise comes.
function show(label, f) {
  var line = document.createElement('p');
  document.body.appendChild(line);
  function put(value) { line.textContent = label + ': ' + (typeof value === 'string' ? value : JSON.stringify(value)); }
  try {
    var value = f();
    if (value && typeof value.then === 'function') {
      show.pending++;
      value.then(put, function (e) { put(e.name + ' ' + e.message); }).then(function () { show.pending--; });
    } else put(value);
  } catch (e) { put(e.name + ' ' + e.message); }
}
show.pending = 0; // promises that have not ended
