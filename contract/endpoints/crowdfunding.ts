import { defineEndpoints } from './endpoint.ts';

export const crowdfundingEndpoints = defineEndpoints('crowdfunding', {
  getCoinTrail: { method: 'GET', path: '/api/crowdfunding/{id}/coins', paged: true },
  getSettlement: { method: 'GET', path: '/api/crowdfunding/{id}/settlement' },
  getUpdates: { method: 'GET', path: '/api/crowdfunding/{id}/updates', paged: true, entity: 'post' },
  postUpdate: { method: 'POST', path: '/api/crowdfunding/{id}/updates', idempotent: true, entity: 'post' },
  createCrowdfunding: { method: 'POST', path: '/api/crowdfunding', idempotent: true, entity: 'crowdfunding' },
  donate: {
    method: 'POST',
    path: '/api/transaction/donate/{crowdfundingId}',
    inQuery: true,
    idempotent: true,
  },
  getDonations: { method: 'GET', path: '/api/transaction/donations/{crowdfundingId}', paged: true },
  activeCrowdfundings: { method: 'GET', path: '/api/crowdfunding/all', paged: true, entity: 'crowdfunding' },
  getCrowdfunding: { method: 'GET', path: '/api/crowdfunding/{id}/data', entity: 'crowdfunding' },
  getCrowdfundingImage: { method: 'GET', path: '/api/crowdfunding/{id}/image' },
  profileCrowdfundings: {
    method: 'GET',
    path: '/api/crowdfunding/profile/{nickname}',
    paged: true,
    entity: 'crowdfunding',
  },
  cancelCrowdfunding: { method: 'PUT', path: '/api/crowdfunding/cancel/{id}', entity: 'crowdfunding' },
  closeCrowdfunding: { method: 'PUT', path: '/api/crowdfunding/close/{id}', entity: 'crowdfunding' },
});
