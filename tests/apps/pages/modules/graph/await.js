import { late } from './await-child.js';
window.put('await', 'parent after ' + late);
