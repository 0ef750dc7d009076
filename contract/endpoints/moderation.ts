import { defineEndpoints } from './endpoint.ts';

export const moderationEndpoints = defineEndpoints('moderation', {
  pendingCrowdfundings: {
    method: 'GET',
    path: '/api/dashboard/crowdfundings',
    paged: true,
    entity: 'crowdfunding',
  },
  approveCrowdfunding: {
    method: 'PUT',
    path: '/api/dashboard/approve/crowdfunding/{id}',
    entity: 'crowdfunding',
  },
  declineCrowdfunding: {
    method: 'PUT',
    path: '/api/dashboard/decline/crowdfunding/{id}',
    entity: 'crowdfunding',
  },
  cancelCrowdfundingAsStaff: {
    method: 'PUT',
    path: '/api/dashboard/cancel/crowdfunding/{id}',
    entity: 'crowdfunding',
  },
  awaitingOrganizations: { method: 'GET', path: '/api/dashboard/organizations', paged: true },
  approveOrganization: { method: 'PUT', path: '/api/dashboard/approve/organization/{id}' },
  declineOrganization: { method: 'PUT', path: '/api/dashboard/decline/organization/{id}' },
  deactivatedProfiles: {
    method: 'GET',
    path: '/api/dashboard/deactivated-profiles',
    paged: true,
    entity: 'profile',
  },
  reactivateProfile: { method: 'PUT', path: '/api/dashboard/reactive-profile/{id}' },
  banProfile: { method: 'PUT', path: '/api/dashboard/ban-profile/{id}' },
  getAnalytics: { method: 'GET', path: '/api/dashboard/analytics' },
  report: { method: 'POST', path: '/api/report', idempotent: true },
  reports: { method: 'GET', path: '/api/dashboard/reports', paged: true },
  resolveReports: { method: 'PUT', path: '/api/dashboard/reports/{id}/resolve' },
  dismissReports: { method: 'PUT', path: '/api/dashboard/reports/{id}/dismiss' },
  takeDownPost: { method: 'PUT', path: '/api/dashboard/take-down/post/{id}' },
  restorePost: { method: 'PUT', path: '/api/dashboard/restore/post/{id}' },
  takeDownProfile: { method: 'PUT', path: '/api/dashboard/take-down/profile/{id}' },
  restoreProfile: { method: 'PUT', path: '/api/dashboard/restore/profile/{id}' },
  takeDownAnimal: { method: 'PUT', path: '/api/dashboard/take-down/animal/{id}' },
  restoreAnimal: { method: 'PUT', path: '/api/dashboard/restore/animal/{id}' },
});
