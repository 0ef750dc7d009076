import '../api/routes.ts';

export const posts = 'use-cases-are-below';
