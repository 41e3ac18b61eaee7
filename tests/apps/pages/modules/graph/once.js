window.put('once', 'run ' + import.meta.url.split('/').pop());
