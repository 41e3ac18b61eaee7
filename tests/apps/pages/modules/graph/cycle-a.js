import { second, log } from './cycle-b.js';
export function first() {
  return 'first ' + second() + ' ' + log.join();
}
export let state = 'a has run';
log.push(state);
