import('./value.js?from-external').then(function (module) { put('external', module.default) });
