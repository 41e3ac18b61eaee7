export const a = 1;
export const own = 'own of one';
export const shared = 'shared';
export default 'default of one';
