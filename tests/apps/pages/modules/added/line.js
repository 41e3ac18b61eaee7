put(import.meta.url.split('?')[1], 'module');
