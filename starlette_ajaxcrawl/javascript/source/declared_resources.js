// `using` and `await using`: what a block declares is disposed of at its end; see use and dispose of the runtime.
(function () {
  'use strict';

  function isUsing(node) {
    return node.type === 'VariableDeclaration' && /using$/.test(node.kind);
  }

  function block(node, context, first, end) {
    var list = node.body.filter(isUsing);
    if (!list.length) return;
    var name = newName(context, 'block');
    var isAsync = list.some(function (one) { return one.kind === 'await using'; });
    context.edits.insert(first, 'var ' + name + '={stack:[],error:void 0,hasError:false};try{');
    context.edits.insert(end, ending(name, isAsync, context));
    list.forEach(function (one) {
      context.edits.replace(one.start, one.declarations[0].start, 'const ' + lineEnds(context.code.slice(one.start, one.declarations[0].start)));
      one.declarations.forEach(function (each) {
        context.edits.wrap(each.init.start, each.init.end, '__ajaxcrawl__.use(' + name + ',', ',' + (one.kind === 'await using') + ')');
      });
    });
  }

  function loop(node, context) { // for (using a of b)
    if (!isUsing(node.left)) return;
    var name = newName(context, 'block');
    var variable = node.left.declarations[0].id;
    var isAsync = node.left.kind === 'await using';
    context.edits.replace(node.left.start, variable.start, 'const ');
    context.edits.enclose(node.body.start, node.body.end, '{var ' + name + '={stack:[],error:void 0,hasError:false};try{__ajaxcrawl__.use(' + name + ','
      + variable.name + ',' + isAsync + ');', ending(name, isAsync, context) + '}');
  }

  function ending(name, isAsync, context) {
    return '}catch($$e){' + name + '.error=$$e;' + name + '.hasError=true}finally{(' + (isAsync ? awaitText(context) : '(')
      + '__ajaxcrawl__.dispose(' + name + ')))}';
  }

  quirk({
    ForOfStatement: loop,
    'BlockStatement StaticBlock': function (node, context) {
      block(node, context, node.type === 'BlockStatement' ? bodyStart(node) : context.code.indexOf('{', node.start) + 1, node.end - 1);
    },
    Program: function (node, context) {
      block(node, context, programStart(node), context.code.length);
    }
  });
})();
