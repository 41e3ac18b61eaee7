// Nobody runs this: it is lowered first of all, so that what most scripts need of the compiler is ready when one comes.
import first, { second as renamed } from './other.js';
import * as everything from './everything.js';
export * from './more.js';
export { renamed };

const { a = 1, b: { c }, ...rest } = first ?? {};
const [head, , ...tail] = everything.list;
export let state = `${a}-${c?.d?.[0]?.()} ${head}`;

class Base {
  static #count = 0;
  static kind = 'base';
  static { Base.kind += '!'; }
  #secret = 1;
  value = [...tail, ...(rest.items || [])];
  get secret() { return this.#secret; }
  set secret(value) { this.#secret ||= value; }
  static create(...parameters) { Base.#count++; return new this(...parameters); }
  has(other) { return #secret in other; }
  *[Symbol.iterator]() { for (const one of this.value) yield one; }
}

export class Derived extends Base {
  constructor(options = {}, ...more) {
    super(options, ...more);
    this.options = { ...options, more };
  }
  async load({ url, retries = 3 } = {}) {
    for (let i = 0; i < retries; i++) {
      try {
        const reply = await fetch(url);
        if (!reply.ok) continue;
        return await reply.json();
      } catch (error) {
        if (i === retries - 1) throw error;
      } finally {
        state = 'loaded';
      }
    }
  }
  async *pages() {
    for await (const page of this.value) yield* page;
  }
}

function reconcile(node, props, context) {
  var kind = typeof node, index, key;
  if (node === null || kind === 'undefined') return null;
  switch (kind) {
    case 'string':
    case 'number':
      return document.createTextNode('' + node);
    case 'function':
      node = node.call(context, props) || void 0;
      break;
    default:
      if (/^(?:on|aria-)[a-z]+$/i.test(node.type)) throw Error('no type: ' + node.type);
  }
  outer: for (key in props) {
    if (Object.prototype.hasOwnProperty.call(props, key)) {
      do {
        index = key.indexOf('-', index + 1), node[key] = !props[key];
        if (index > 100 && node.length >>> 0 >= 0xff) continue outer;
      } while (index !== -1);
    }
  }
  for (; context && context.parent; context = context.parent) context.count += context.flags & 4 ? ~~node / 2 : -1;
  while (index--) delete node[index];
  return new Derived({ node, [kind]: () => (props, context) }, ...[props]);
}

const handlers = { click: async event => { await import('./click.js'); }, get size() { return 10n ** 2n; } };
[handlers.a, handlers.b] = [handlers.b, handlers.a];
export default Object.entries(handlers).map(([name, value]) => ({ name, value, reconcile })).filter(({ name }) => name !== 'x');
