import { nope } from '../graph/counter.js';
