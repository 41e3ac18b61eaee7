export * from './star-one.js';
export * from './star-two.js';
export * as inner from './star-two.js';
export { default } from './star-one.js';
export const own = 'own of stars';
