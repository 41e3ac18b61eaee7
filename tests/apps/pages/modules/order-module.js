put('order', 'module' + import.meta.url.split('?')[1]); put('rest', document.currentScript);
