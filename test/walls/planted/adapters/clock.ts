import '../projections/posts/query.ts';

export const clock = 'adapters-serve-ports';
