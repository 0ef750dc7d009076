import '../posts/state.ts';

export const ids = 'kernel-is-below';
