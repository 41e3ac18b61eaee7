/* Event.prototype.composedPath (DOM Standard), through open shadow roots. */
(function (window, host) {
  'use strict';

  return {
    composedPath: function () {
      const path = [];
      if (this.eventPhase === 0) {
        return path;
      }
      for (let node = host.innerTarget(this); node; node = node.parentNode || node.host) {
        path.push(node);
        if (!(node instanceof window.Node)) {
          return path;
        }
      }
      if (path[path.length - 1] === window.document && this.type !== 'load') {
        path.push(window);
      }
      return path;
    }
  };
})
