import '../domain/kernel/ids.ts';

export const waiting = 'common-is-below';
