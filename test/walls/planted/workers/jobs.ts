import '../api/routes.ts';

export const jobs = 'workers-import-no-api';
