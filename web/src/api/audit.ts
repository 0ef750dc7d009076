import { ledgerEndpoints } from '../../../contract/endpoints/ledger.ts';
import { kindraApi } from './base.ts';
import { endpointsFor, type PageOf } from './endpoints.ts';

export type { Adjustment, SuspenseItem } from '../../../contract/adjustments.ts';
export type { AuditProblems, StaffAction, StatementLine } from '../../../contract/audit.ts';
export type { JournalEntry } from '../../../contract/ledger.ts';

/** One page of a campaign's statement, with its totals. */
export type CampaignPage = PageOf<typeof ledgerEndpoints.auditedCrowdfunding>;
export type AuditedDonation = CampaignPage['donations'][number];

const READ = { providesTags: ['Audit' as const], extraOptions: { quiet: true } };
const WRITE = {
  invalidatesTags: (answer: unknown) => (answer ? ['Audit' as const] : []),
  extraOptions: { quiet: true },
};

export const {
  useAuditProblemsQuery,
  useTrialBalanceQuery,
  useJournalEntriesInfiniteQuery,
  useAuditedCrowdfundingInfiniteQuery,
  useAccountStatementInfiniteQuery,
  useStaffActionsInfiniteQuery,
  useAdjustmentsInfiniteQuery,
  useSuspenseInfiniteQuery,
  useProposeAdjustmentMutation,
  useApproveAdjustmentMutation,
  useDeclineAdjustmentMutation,
  useIdentifySuspenseMutation,
} = kindraApi.injectEndpoints({ endpoints: endpointsFor(ledgerEndpoints) }).enhanceEndpoints({
  endpoints: {
    auditProblems: READ,
    trialBalance: READ,
    journalEntries: READ,
    auditedCrowdfunding: {
      providesTags: (_, __, { id }) => ['Audit', { type: 'Donations', id }],
      extraOptions: { quiet: true },
    },
    accountStatement: READ,
    staffActions: READ,
    adjustments: READ,
    suspense: READ,
    proposeAdjustment: { ...WRITE, extraOptions: {} },
    approveAdjustment: WRITE,
    declineAdjustment: WRITE,
    identifySuspense: WRITE,
  },
});
