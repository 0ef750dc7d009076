import { defineEndpoints } from './endpoint.ts';

export const crowdfundingEndpoints = defineEndpoints('crowdfunding', {
  getCoinTrail: { method: 'GET', path: '/api/crowdfunding/{id}/coins', paged: true },
  getSettlement: { method: 'GET', path: '/api/crowdfunding/{id}/settlement' },
  createCrowdfunding: { method: 'POST', path: '/api/crowdfunding', idempotent: true },
  donate: {
    method: 'POST',
    path: '/api/transaction/donate/{crowdfundingId}',
    inQuery: true,
    idempotent: true,
  },
  getDonations: { method: 'GET', path: '/api/transaction/donations/{crowdfundingId}', paged: true },
  activeCrowdfundings: { method: 'GET', path: '/api/crowdfunding/all', paged: true },
  getCrowdfunding: { method: 'GET', path: '/api/crowdfunding/{id}/data' },
  getCrowdfundingImage: { method: 'GET', path: '/api/crowdfunding/{id}/image' },
  profileCrowdfundings: { method: 'GET', path: '/api/crowdfunding/profile/{nickname}', paged: true },
  cancelCrowdfunding: { method: 'PUT', path: '/api/crowdfunding/cancel/{id}' },
  closeCrowdfunding: { method: 'PUT', path: '/api/crowdfunding/close/{id}' },
});
