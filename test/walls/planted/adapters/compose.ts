import '../workers/projector.ts';

export const compose = 'composition-serves-all';
