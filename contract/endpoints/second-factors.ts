import { defineEndpoints } from './endpoint.ts';

export const secondFactorsEndpoints = defineEndpoints('accounts', {
  confirmLogin: { method: 'POST', path: '/api/login/code', acceptsDeviceToken: true },
  beginPasskeyLogin: { method: 'POST', path: '/api/login/passkey/challenge' },
  logInWithPasskey: { method: 'POST', path: '/api/login/passkey', acceptsDeviceToken: true },
  getSecondFactors: { method: 'GET', path: '/api/factors' },
  beginAuthenticator: { method: 'POST', path: '/api/factors/authenticator' },
  activateAuthenticator: { method: 'PUT', path: '/api/factors/authenticator' },
  removeAuthenticator: { method: 'DELETE', path: '/api/factors/authenticator' },
  renewRecoveryCodes: { method: 'POST', path: '/api/factors/recovery-codes' },
  beginPasskey: { method: 'POST', path: '/api/factors/passkeys/challenge' },
  addPasskey: { method: 'POST', path: '/api/factors/passkeys' },
  renamePasskey: { method: 'PUT', path: '/api/factors/passkeys/{id}' },
  removePasskey: { method: 'DELETE', path: '/api/factors/passkeys/{id}' },
  beginProof: { method: 'POST', path: '/api/proof/challenge' },
  proveIdentity: { method: 'POST', path: '/api/proof' },
});
