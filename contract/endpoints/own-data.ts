import { defineEndpoints } from './endpoint.ts';

export const ownDataEndpoints = defineEndpoints('accounts', {
  getDataExport: { method: 'GET', path: '/api/account/data' },
  requestDataExport: { method: 'POST', path: '/api/account/data', idempotent: true },
  downloadData: { method: 'GET', path: '/api/account/data/{id}/file' },
  getDeletionTerms: { method: 'GET', path: '/api/account/deletion' },
  scheduleDeletion: { method: 'POST', path: '/api/account/deletion' },
});
