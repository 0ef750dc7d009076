import '../api/routes.ts';

export const jobs = 'workers-know-no-api';
