import { defineEndpoints } from './endpoint.ts';

/** Apart from the rest of the context, because the home page does not need them. */
export const savedSearchesEndpoints = defineEndpoints('adoption', {
  getSavedSearches: { method: 'GET', path: '/api/adopt/searches' },
  saveSearch: { method: 'POST', path: '/api/adopt/searches', idempotent: true },
  deleteSearch: { method: 'DELETE', path: '/api/adopt/searches/{id}' },
});
