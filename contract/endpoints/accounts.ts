import { defineEndpoints } from './endpoint.ts';

export const accountsEndpoints = defineEndpoints('accounts', {
  registerUser: { method: 'POST', path: '/api/register/USER', idempotent: true, acceptsDeviceToken: true },
  registerOrganization: { method: 'POST', path: '/api/register/ORG', idempotent: true },
  login: { method: 'POST', path: '/api/login', acceptsDeviceToken: true },
  logout: { method: 'POST', path: '/api/logout' },
  googleLogin: { method: 'GET', path: '/api/google/login' },
  googleCode: {
    method: 'POST',
    path: '/api/google/code',
    inQuery: true,
    idempotent: true,
    acceptsDeviceToken: true,
  },
  getProfile: { method: 'GET', path: '/api/profile/{nickname}', entity: 'profile' },
  setProfilePicture: { method: 'POST', path: '/api/profile/picture', idempotent: true },
  removeProfilePicture: { method: 'DELETE', path: '/api/profile/picture' },
  getProfilePicture: { method: 'GET', path: '/api/profile/{id}/picture' },
  updateProfile: { method: 'PUT', path: '/api/updateProfile' },
  updateProfileAndToken: { method: 'PUT', path: '/api/updateProfileAndToken' },
  changePassword: { method: 'PUT', path: '/api/password' },
  forgotPassword: { method: 'POST', path: '/api/password/forgot' },
  resetPassword: { method: 'POST', path: '/api/password/reset' },
  deactivateProfile: { method: 'PUT', path: '/api/profile/deactivate' },
});
