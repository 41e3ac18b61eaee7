// What a classic script declares at its top by `let` hides the property of the window that has its name, as in
// `let name = {}` or `let history = []`. In Rhino it would be an assignment to that property: the property goes first.
(function () {
  'use strict';

  var NAMES = new Set(('caches clientInformation closed cookieStore crypto customElements defaultStatus devicePixelRatio event external '
      + 'frames history indexedDB innerHeight innerWidth isSecureContext launchQueue length localStorage locationbar menubar name '
      + 'navigation navigator opener origin outerHeight outerWidth pageXOffset pageYOffset parent performance personalbar scheduler '
      + 'screen screenLeft screenTop screenX screenY scrollX scrollY scrollbars self sessionStorage speechSynthesis status statusbar '
      + 'styleMedia toolbar trustedTypes visualViewport').split(' '));

  // Of what the window inherits from: in Rhino a constant can't have these names.
  var INHERITED = new Set(('addEventListener constructor dispatchEvent hasOwnProperty isPrototypeOf propertyIsEnumerable '
      + 'removeEventListener toLocaleString toString valueOf').split(' '));

  quirk({
    Program: function (node, context) {
      if (context.kind !== 'script') return;
      var names = [];
      var start = node.body.length ? node.body[0].start : 0;
      node.body.forEach(function (statement) {
        if (statement.directive) start = statement.end;
        if (statement.type !== 'VariableDeclaration' || statement.kind === 'var') return;
        var own = [];
        statement.declarations.forEach(function (one) { boundNames(one.id, own); });
        if (statement.kind === 'let') {
          names = names.concat(own);
        } else if (own.some(function (name) { return INHERITED.has(name); })) {
          context.edits.replace(statement.start, statement.start + 'const'.length, 'let');
        }
      });
      names = names.filter(function (name) { return NAMES.has(name) || /^on[a-z]+$/.test(name); });
      if (names.length) context.edits.insert(start, ';__ajaxcrawl__.hide(' + JSON.stringify(names) + ');');
    }
  });
})();
