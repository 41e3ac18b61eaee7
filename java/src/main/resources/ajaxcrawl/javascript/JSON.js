/* JSON texts as they are written (ECMAScript 2026): JSON.rawJSON, and what JSON.parse tells its reviver of them. */
(function (window, host) {
  'use strict';

  const TOKEN = /\s*([[\]{}:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s[\]{}:,"]+)/g;
  const { parse, stringify } = host.replaced;
  const raw = new WeakSet();
  let isUsed = false;

  /* The values of a text with their sources: { value, source } or, of arrays and objects, { value, parts }. */
  function read(text) {
    const tokens = [];
    for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
      tokens.push(token[1]);
    }
    let at = 0;

    function readOne() {
      const token = tokens[at++];
      if (token !== '[' && token !== '{') {
        return { value: parse(token), source: token };
      }
      const isArray = token === '[';
      const value = isArray ? [] : {};
      const parts = Object.create(null);
      while (tokens[at] !== ']' && tokens[at] !== '}') {
        let key = value.length;
        if (!isArray) {
          key = parse(tokens[at]);
          at += 2;
        }
        const part = readOne();
        parts[key] = part;
        Object.defineProperty(value, key, { value: part.value, writable: true, enumerable: true, configurable: true });
        if (tokens[at] === ',') {
          at++;
        }
      }
      at++;
      return { value: value, parts: parts };
    }

    return readOne();
  }

  function revive(holder, key, known, reviver) {
    const value = holder[key];
    const same = known && Object.is(known.value, value) ? known : undefined;
    if (typeof value === 'object' && value !== null) {
      const keys = Array.isArray(value) ? Array.from(value, function (_, index) {
        return String(index);
      }) : Object.keys(value);
      keys.forEach(function (name) {
        const made = revive(value, name, same && same.parts[name], reviver);
        if (made === undefined) {
          Reflect.deleteProperty(value, name);
        } else {
          Reflect.defineProperty(value, name, { value: made, writable: true, enumerable: true, configurable: true });
        }
      });
    }
    return reviver.call(holder, key, value, same && 'source' in same ? { source: same.source } : {});
  }

  /* For the engine such texts are strings that nothing else contains. */
  function write(value, replacer, space) {
    const texts = [];
    const mark = '\ue000' + String(Math.random()).slice(2);
    const names = Array.isArray(replacer) ? new Set(replacer.map(String)) : null;

    function replace(key, given) {
      if (names && key !== '' && !Array.isArray(this) && !names.has(key)) {
        return undefined;
      }
      const changed = typeof replacer === 'function' ? replacer.call(this, key, given) : given;
      return raw.has(Object(changed)) ? mark + (texts.push(changed.rawJSON) - 1) + ';' : changed;
    }

    const written = stringify(value, replace, space);
    return written && written.replace(new RegExp('"' + mark + '(\\d+);"', 'g'), function (_, index) {
      return texts[index];
    });
  }

  return {
    parse: function (text, reviver) {
      if (typeof reviver !== 'function') {
        return parse(text);
      }
      const source = String(text);
      parse(source); // throws where it is none
      const known = read(source);
      return revive({ '': known.value }, '', known, reviver);
    },
    rawJSON: function (text) {
      const source = String(text);
      if (source === '' || /^[\t\n\r ]|[\t\n\r ]$/.test(source)) {
        throw new SyntaxError('Invalid value for JSON.rawJSON');
      }
      const value = parse(source);
      if (typeof value === 'object' && value !== null) {
        throw new SyntaxError('Invalid value for JSON.rawJSON');
      }
      const made = Object.freeze(Object.assign(Object.create(null), { rawJSON: source }));
      raw.add(made);
      isUsed = true;
      return made;
    },
    stringify: function (value, replacer, space) {
      return isUsed ? write(value, replacer, space) : stringify(value, replacer, space);
    },
    isRawJSON: function (value) {
      return raw.has(Object(value));
    }
  };
})
