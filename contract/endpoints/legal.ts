import { defineEndpoints } from './endpoint.ts';

export const legalEndpoints = defineEndpoints('legal', {
  getLegalText: { method: 'GET', path: '/api/legal/{document}/{language}' },
});
