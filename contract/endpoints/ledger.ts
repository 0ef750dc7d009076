import { defineEndpoints } from './endpoint.ts';

export const ledgerEndpoints = defineEndpoints('ledger', {
  proposeAdjustment: { method: 'POST', path: '/api/dashboard/adjustments', idempotent: true },
  adjustments: { method: 'GET', path: '/api/dashboard/adjustments', paged: true },
  approveAdjustment: { method: 'PUT', path: '/api/dashboard/adjustments/{id}/approve' },
  declineAdjustment: { method: 'PUT', path: '/api/dashboard/adjustments/{id}/decline' },
  suspense: { method: 'GET', path: '/api/dashboard/suspense', paged: true },
  identifySuspense: { method: 'PUT', path: '/api/dashboard/suspense/{id}/identify' },
  exportEntries: { method: 'GET', path: '/api/dashboard/audit/export' },
  accountStatement: { method: 'GET', path: '/api/dashboard/audit/accounts/{account}', paged: true },
  staffActions: { method: 'GET', path: '/api/dashboard/audit/actions', paged: true },
  auditProblems: { method: 'GET', path: '/api/dashboard/audit/problems' },
  auditOverview: { method: 'GET', path: '/api/dashboard/audit/overview' },
  searchAudit: { method: 'GET', path: '/api/dashboard/audit/search' },
  trialBalance: { method: 'GET', path: '/api/dashboard/audit/trial-balance' },
  journalEntries: { method: 'GET', path: '/api/dashboard/audit/entries', paged: true },
  auditedCrowdfunding: { method: 'GET', path: '/api/dashboard/audit/crowdfundings/{id}', paged: true },
});
