import { defineEndpoints } from './endpoint.ts';

export const sessionsEndpoints = defineEndpoints('accounts', {
  getSessions: { method: 'GET', path: '/api/sessions' },
  endSession: { method: 'DELETE', path: '/api/sessions/{id}' },
  endOtherSessions: { method: 'POST', path: '/api/sessions/end-others' },
});
