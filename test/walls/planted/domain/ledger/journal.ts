import '../posts/state.ts';

export const journal = 'books-see-events';
