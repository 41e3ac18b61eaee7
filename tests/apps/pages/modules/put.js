// Adds a value to the line that is about it.
function put(id, value) {
  var line = document.getElementById(id);
  line.textContent += ' ' + String(value);
}
