export const double = (number) => number * 2;
export const name = 'part';
