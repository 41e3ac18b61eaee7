importScripts('worker-part.js');
postMessage(part + ' for ' + name);
