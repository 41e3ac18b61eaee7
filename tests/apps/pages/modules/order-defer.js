put('order', 'defer' + document.currentScript.src.split('?')[1]);
