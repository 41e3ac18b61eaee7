import './syntax.js'; put('ran', 'although an import is no module');
