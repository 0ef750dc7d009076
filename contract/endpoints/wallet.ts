import { defineEndpoints } from './endpoint.ts';

export const walletEndpoints = defineEndpoints('wallet', {
  getWallet: { method: 'GET', path: '/api/wallet' },
  getTransactions: { method: 'GET', path: '/api/transaction/', paged: true },
  getReceipt: { method: 'GET', path: '/api/transaction/{id}/receipt' },
});
