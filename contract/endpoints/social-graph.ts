import { defineEndpoints } from './endpoint.ts';

export const socialGraphEndpoints = defineEndpoints('social-graph', {
  blockProfile: { method: 'PUT', path: '/api/profile/{id}/block' },
  unblockProfile: { method: 'DELETE', path: '/api/profile/{id}/block' },
  muteProfile: { method: 'PUT', path: '/api/profile/{id}/mute' },
  unmuteProfile: { method: 'DELETE', path: '/api/profile/{id}/mute' },
  hiddenProfiles: { method: 'GET', path: '/api/settings/hidden-profiles', paged: true, entity: 'profile' },
  getFollowers: { method: 'GET', path: '/api/profile/{nickname}/followers', paged: true, entity: 'profile' },
  getFollowing: { method: 'GET', path: '/api/profile/{nickname}/following', paged: true, entity: 'profile' },
  followProfile: { method: 'POST', path: '/api/followProfile', idempotent: true },
  suggestedProfiles: { method: 'GET', path: '/api/suggested/profiles', entity: 'profile' },
  suggestedOrganizations: { method: 'GET', path: '/api/suggested/org-profiles', entity: 'profile' },
});
