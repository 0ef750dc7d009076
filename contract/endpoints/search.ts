import { defineEndpoints } from './endpoint.ts';

export const searchEndpoints = defineEndpoints('search', {
  search: { method: 'GET', path: '/api/search', paged: true },
  taggedPublications: { method: 'GET', path: '/api/tag/{tag}', paged: true, entity: 'post' },
});
