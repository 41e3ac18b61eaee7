import './throws.js'; put('ran', 'although an import throws');
