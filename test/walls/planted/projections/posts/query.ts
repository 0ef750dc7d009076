export const query = 1;
