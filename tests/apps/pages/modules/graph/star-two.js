export const b = 2;
export { shared } from './star-one.js';
export default 'default of two';
