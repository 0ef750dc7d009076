import '../domain/posts/state.ts';

export const posts = 'contract-is-light';
