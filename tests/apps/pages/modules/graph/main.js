import { put } from './put.js';
import { first } from './cycle-a.js';
import * as stars from './stars.js';
import { count, increment, count as alias } from './counter.js';
import * as counter from './counter.js';
import text, { named, Shop as Renamed } from './defaults.js';
import value from './data.json' with { type: 'json' };
import sheet from './style.css' with { type: 'css' };
import './await.js';
import { late } from './await-child.js';
import fromData from 'data:text/javascript,export default "data " + import.meta.url.slice(0, 5)';
import './once.js';
import './once.js?again';
import './once.js';

put('cycle', first());

put('live', count, alias);
increment();
put('live', count, counter.count);
try {
  counter.count = 5;
} catch (error) {
  put('live', error.name);
}

put('stars', Object.keys(stars).join());
put('stars', stars.own, stars.shared, stars.inner.b, stars.default);

put('namespace', Object.prototype.toString.call(counter), Object.getPrototypeOf(counter), Object.isExtensible(counter));
put('namespace', 'count' in counter, 'nope' in counter, counter.nope, JSON.stringify({ ...counter }));
put('namespace', typeof Object.getOwnPropertyDescriptor(counter, 'count').value, Reflect.ownKeys(counter).length);
try {
  delete counter.count;
} catch (error) {
  put('namespace', error.name);
}
put('namespace', counter === (await import('./counter.js')));

put('defaults', text(), text.name, named, new Renamed('tea').label, Renamed.name);

put('json', value.list.length, value.nested.deep);
put('json', value === (await import('./data.json', { with: { type: 'json' } })).default);

document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
put('css', sheet instanceof CSSStyleSheet, sheet.cssRules.length);
put('css', getComputedStyle(document.getElementById('css')).display);

put('await', late);

put('urls', fromData, new URL(import.meta.url).pathname, new URL(import.meta.resolve('../x?y#z')).pathname);
put('urls', typeof import.meta, Object.getPrototypeOf(import.meta), Object.keys(import.meta).sort().join());

const source = `export const answer = 42; export default import.meta.url.startsWith('blob:')`;
const blob = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
put('blob', blob.answer, blob.default);

const { Basket } = await import('./syntax.js');
put('syntax', ...new Basket([3, 4]).lines());

class Shelf {
  constructor(...books) {
    this.books = books.length;
    this.strict = (function () { return this === undefined })();
  }
}
put('syntax', new Shelf('a', 'b').books, new Shelf().strict);
