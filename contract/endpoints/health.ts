import { defineEndpoints } from './endpoint.ts';

export const healthEndpoints = defineEndpoints('health', {
  healthLive: { method: 'GET', path: '/api/health/live' },
  healthReady: { method: 'GET', path: '/api/health/ready' },
});
