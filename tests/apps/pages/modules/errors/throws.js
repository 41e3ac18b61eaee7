window.runs = (window.runs || 0) + 1;

throw new TypeError('run ' + window.runs);
