import '../domain/kernel/ids.ts';

export const waiting = 'common-knows-nobody';
