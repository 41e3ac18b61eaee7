import 'bare'; put('ran', 'although an import is bare');
