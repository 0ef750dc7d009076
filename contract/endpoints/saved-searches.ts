import { defineEndpoints } from './endpoint.ts';

/** Separate from the context's other endpoints, so that the home page does not load these. */
export const savedSearchesEndpoints = defineEndpoints('adoption', {
  getSavedSearches: { method: 'GET', path: '/api/adopt/searches' },
  saveSearch: { method: 'POST', path: '/api/adopt/searches', idempotent: true },
  deleteSearch: { method: 'DELETE', path: '/api/adopt/searches/{id}' },
});
