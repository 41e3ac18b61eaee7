import './none-at-all.js'; put('ran', 'although an import is missing');
