import { ledgerEndpoints } from '../../../contract/endpoints/ledger.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, type PageOf } from './endpoints.ts';

export type { Adjustment, SuspenseItem } from '../../../contract/adjustments.ts';
export type {
  AuditOverview,
  AuditProblems,
  AuditResults,
  StaffAction,
  StatementLine,
} from '../../../contract/audit.ts';
export type { JournalEntry } from '../../../contract/ledger.ts';

/** One page of a campaign statement, with the totals of the statement. */
export type CrowdfundingStatement = PageOf<typeof ledgerEndpoints.auditedCrowdfunding>;
/** A donation in a campaign statement. `refund` is null unless it was refunded. */
export type AuditedDonation = CrowdfundingStatement['donations'][number];

const READ_OPTIONS = { providesTags: ['Audit' as const], extraOptions: { isQuiet: true } };
const WRITE_OPTIONS = {
  invalidatesTags: (response: unknown) => (response ? ['Audit' as const] : []),
  extraOptions: { isQuiet: true },
};

export const {
  useAuditOverviewQuery,
  useSearchAuditQuery,
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
} = kindraApi.injectEndpoints({ endpoints: createEndpoints(ledgerEndpoints) }).enhanceEndpoints({
  endpoints: {
    auditOverview: READ_OPTIONS,
    searchAudit: READ_OPTIONS,
    auditProblems: READ_OPTIONS,
    trialBalance: READ_OPTIONS,
    journalEntries: READ_OPTIONS,
    auditedCrowdfunding: {
      providesTags: (_, __, { id }) => ['Audit', { type: 'Donations', id }],
      extraOptions: { isQuiet: true },
    },
    accountStatement: READ_OPTIONS,
    staffActions: READ_OPTIONS,
    adjustments: READ_OPTIONS,
    suspense: READ_OPTIONS,
    proposeAdjustment: { ...WRITE_OPTIONS, extraOptions: {} },
    approveAdjustment: WRITE_OPTIONS,
    declineAdjustment: WRITE_OPTIONS,
    identifySuspense: WRITE_OPTIONS,
  },
});
