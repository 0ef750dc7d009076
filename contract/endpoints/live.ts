import { defineEndpoints } from './endpoint.ts';

export const liveEndpoints = defineEndpoints('live', {
  liveUpdates: { method: 'GET', path: '/api/live/updates' },
});
