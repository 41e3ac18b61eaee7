/* URLPattern: names, wildcards, groups and modifiers in each part of a URL. */
(function (window) {
  'use strict';

  const PARTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

  function escape(text) {
    return text.replace(/[\\^$.*+?()[\]{}|\/]/g, '\\$&');
  }

  function compile(pattern, part) {
    const segment = part === 'pathname' ? '[^\\/]+?' : part === 'hostname' ? '[^.]+?' : '.+?';
    const names = [];
    let source = '';
    let unnamed = 0;
    let at = 0;

    function modifier(body, prefix) {
      const next = pattern.charAt(at);
      if (next === '?' || next === '*' || next === '+') {
        at++;
        if (next === '?') {
          return '(?:' + prefix + '(' + body + '))?';
        }
        const repeated = '(' + body + '(?:' + prefix + body + ')*)';
        return next === '+' ? prefix + repeated : '(?:' + prefix + repeated + ')?';
      }
      return prefix + '(' + body + ')';
    }

    function group() {
      let depth = 0;
      const start = at + 1;
      do {
        const c = pattern.charAt(at);
        depth += c === '(' ? 1 : c === ')' ? -1 : 0;
        at += c === '\\' ? 2 : 1;
      } while (depth && at < pattern.length);
      return pattern.slice(start, at - 1);
    }

    while (at < pattern.length) {
      const c = pattern.charAt(at);
      const name = /^:([A-Za-z_$][\w$]*)/.exec(pattern.slice(at));
      const slash = part === 'pathname' && source.slice(-2) === '\\/' && (name || c === '(');
      const prefix = slash ? '\\/' : '';
      if (name || c === '(') {
        if (slash) {
          source = source.slice(0, -2);
        }
        if (name) {
          at += name[0].length;
        }
        const body = pattern.charAt(at) === '(' ? group() : segment;
        names.push(name ? name[1] : String(unnamed++));
        source += modifier(body, prefix);
      } else if (c === '*') {
        at++;
        names.push(String(unnamed++));
        source += '(.*)';
      } else if (c === '{') {
        const end = pattern.indexOf('}', at);
        const inner = compile(pattern.slice(at + 1, end), part);
        at = end + 1;
        const mark = pattern.charAt(at);
        inner.names.forEach(function (one) {
          names.push(/^\d+$/.test(one) ? String(unnamed++) : one);
        });
        source += '(?:' + inner.source + ')' + (mark === '?' || mark === '*' || mark === '+' ? mark : '');
        at += mark === '?' || mark === '*' || mark === '+' ? 1 : 0;
      } else {
        at += c === '\\' ? 2 : 1;
        source += escape(c === '\\' ? pattern.charAt(at - 1) : c);
      }
    }
    return { source: source, names: names };
  }

  function split(text, base) {
    // the pattern's own marks would be taken for parts of a URL: only the usual forms are told apart
    const match = /^(?:([^:\/?#{(]+|\*):\/\/([^\/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text.replace(/\?(?=$|[\/)*{])/g, '\u0001'));
    const restore = function (part) {
      return part === undefined ? part : part.replace(/\u0001/g, '?');
    };
    const result = {};
    if (match[1] !== undefined) {
      const host = /^(.*?)(?::(\d+|\*))?$/.exec(restore(match[2]));
      result.protocol = match[1];
      result.hostname = host[1];
      result.port = host[2] || '';
    } else if (base) {
      const url = new window.URL(base);
      result.protocol = url.protocol.slice(0, -1);
      result.hostname = url.hostname;
      result.port = url.port;
    }
    if (match[3] || result.protocol) {
      result.pathname = restore(match[3]) || '/';
    }
    if (match[4] !== undefined) {
      result.search = restore(match[4]);
    }
    if (match[5] !== undefined) {
      result.hash = restore(match[5]);
    }
    return result;
  }

  function URLPattern(input, baseOrOptions, options) {
    const base = typeof baseOrOptions === 'string' ? baseOrOptions : undefined;
    const flags = (typeof baseOrOptions === 'object' ? baseOrOptions : options) || {};
    const given = typeof input === 'string' ? split(input, base) : Object.assign({}, input);
    if (given.baseURL) {
      const url = new window.URL(given.baseURL);
      given.protocol = given.protocol || url.protocol.slice(0, -1);
      given.hostname = given.hostname || url.hostname;
      given.port = given.port === undefined ? url.port : given.port;
    }
    const compiled = {};
    PARTS.forEach(function (part) {
      const pattern = given[part] === undefined ? '*' : String(given[part]);
      const made = compile(pattern, part);
      Object.defineProperty(this, part, { value: pattern, enumerable: true });
      compiled[part] = { names: made.names, regexp: new RegExp('^' + made.source + '$', flags.ignoreCase ? 'i' : '') };
    }, this);
    Object.defineProperty(this, '_compiled', { value: compiled });
  }

  function values(input, base) {
    if (input !== null && typeof input === 'object' && !(input instanceof window.URL)) {
      return input;
    }
    const url = new window.URL(input, base);
    return { protocol: url.protocol.slice(0, -1), username: url.username, password: url.password, hostname: url.hostname,
      port: url.port, pathname: url.pathname, search: url.search.slice(1), hash: url.hash.slice(1) };
  }

  URLPattern.prototype.exec = function (input, base) {
    let parts;
    try {
      parts = values(input === undefined ? {} : input, base);
    } catch (e) {
      return null;
    }
    const result = { inputs: base === undefined ? [input] : [input, base] };
    for (let i = 0; i < PARTS.length; i++) {
      const part = PARTS[i];
      const text = parts[part] === undefined ? '' : String(parts[part]);
      const match = this._compiled[part].regexp.exec(text);
      if (!match) {
        return null;
      }
      const groups = {};
      this._compiled[part].names.forEach(function (name, index) {
        groups[name] = match[index + 1];
      });
      result[part] = { input: text, groups: groups };
    }
    return result;
  };
  URLPattern.prototype.test = function (input, base) {
    return this.exec(input, base) !== null;
  };

  return { URLPattern: URLPattern };
})
