import '../api/contract/posts.ts';

export const jobs = 'workers-know-no-api';
