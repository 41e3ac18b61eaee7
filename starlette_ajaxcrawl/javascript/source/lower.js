// Lowers one source: what Rhino lacks is written in terms of what it has. Each change is an edit of the source's text, and
// none of them moves a line.
(function (global) {
  'use strict';

  function parse(source, kind, onComment) {
    return acorn.parse(source, {
      onComment: onComment,
      ecmaVersion: 'latest',
      sourceType: kind === 'module' ? 'module' : 'script',
      allowHashBang: true,
      allowReturnOutsideFunction: kind !== 'module'
    });
  }

  // kind: "script", "function" (one function and nothing else), "module", or "pattern" (see lowerPattern). Gives a line of
  // JSON and, below it, the code: {}, for modules {"requests": [{"specifier", "attributes"}]}; or, where the source is no
  // JavaScript, {"error": {"message", "line", "column"}}, both from 1.
  global.lower = function (kind, source) {
    if (kind === 'pattern') return lowerPattern(source);
    var context = { edits: new Edits(), kind: kind };
    try {
      source = context.code = renameForEngine(source, kind, parse);
      quirk.visit(parse(source, kind, source.indexOf('-->') < 0 ? undefined : function (isBlock, text, start) {
        if (source.startsWith('-->', start)) context.edits.replace(start, start + 3, '// '); // Rhino knows it at the line's start only
      }), context);
    } catch (error) {
      return JSON.stringify({ error: fault(source, kind, error) }) + '\n';
    }
    if (source.startsWith('#!')) context.edits.replace(0, 2, '//');
    return JSON.stringify({ requests: moduleRequests(context) }) + '\n' + context.edits.apply(source);
  };

  // What is wrong with a source, in V8's words where V8 says so too.
  function fault(source, kind, error) {
    var found = { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line: 1, column: 1 };
    if (error.loc) {
      found.line = error.loc.line;
      found.column = error.loc.column + 1;
    }
    if (kind !== 'module') {
      try {
        new Function(source); // compiles, and runs nothing
      } catch (refusal) {
        found.message = refusal.message;
      }
    }
    return found;
  }
})(globalThis);
