import { first, state } from './cycle-a.js';
import * as self from './cycle-b.js';
export const log = [typeof first];
export function second() {
  return 'second, ' + state + ', ' + (self.second === second);
}
