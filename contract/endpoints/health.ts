import { endpoints } from './endpoint.ts';

export const healthEndpoints = endpoints('health', {
  healthLive: { method: 'GET', path: '/api/health/live' },
  healthReady: { method: 'GET', path: '/api/health/ready' },
});
