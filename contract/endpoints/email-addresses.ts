import { defineEndpoints } from './endpoint.ts';

export const emailAddressesEndpoints = defineEndpoints('accounts', {
  getEmail: { method: 'GET', path: '/api/email' },
  changeEmail: { method: 'PUT', path: '/api/email' },
  verifyEmail: { method: 'POST', path: '/api/email/verify' },
  undoEmailChange: { method: 'POST', path: '/api/email/undo' },
  setPassword: { method: 'PUT', path: '/api/password/first' },
});
