import { endpoints } from './endpoint.ts';

export const liveEndpoints = endpoints('live', {
  liveUpdates: { method: 'GET', path: '/api/live/updates' },
});
