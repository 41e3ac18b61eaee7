// Rhino fails on `{ 1n: 'a' }` and `{ undefined }`, and takes `{ ['__proto__']: a }` and `{ __proto__ }` for the prototype.
quirk({
  Property: function (node, context) {
    var key = node.key;
    if (key.type === 'Literal' && key.bigint && !node.computed) {
      context.edits.replace(key.start, key.end, "'" + BigInt(key.bigint) + "'");
    } else if (node.shorthand && node.value.name === 'undefined') {
      context.edits.replace(node.start, node.end, 'undefined: undefined');
    }
  }
});
