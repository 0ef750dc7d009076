import type { Adjustment, SuspenseItem } from '../../../api/contract/adjustments.ts';
import type { AuditProblems, StaffAction, StatementLine } from '../../../api/contract/audit.ts';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { auditedCrowdfunding, JournalEntry, trialBalance } from '../../../api/contract/ledger.ts';
import { kindraApi } from './base.ts';
import { type Page, pagedBy, toPage } from './paging.ts';

export type { Adjustment, AuditProblems, JournalEntry, StaffAction, StatementLine, SuspenseItem };

export type TrialBalance = AnswerOf<typeof trialBalance>;

type CampaignAnswer = AnswerOf<typeof auditedCrowdfunding>;
export type AuditedDonation = CampaignAnswer['donations'][number];
/** One page of a campaign's statement, with its sums. */
export type CampaignPage = Page<AuditedDonation> & { sums: Omit<CampaignAnswer, 'donations'> };

interface AccountAnswer {
  readonly account: string;
  readonly name: string | null;
  readonly balance: number;
  readonly lines: StatementLine[];
}
/** One page of an account's statement, with what the account holds now. */
export type AccountPage = Page<StatementLine> & { name: string | null; balance: number };

/** What entries are looked for by, as the address of the screen and the query of the call name it. */
export const ENTRY_FILTERS = ['account', 'type', 'crowdfunding', 'profile', 'from', 'to'] as const;
export type EntryFilter = Readonly<Partial<Record<(typeof ENTRY_FILTERS)[number], string>>>;

/** A moment of the past by its instant or by its place in the log; now when there is neither. */
export interface Moment {
  readonly at?: string;
  readonly position?: string;
}

/** What one member of staff asks another one for. */
export interface AdjustmentRequest {
  readonly profile: string;
  /** Negative where the wallet is to lose coins. */
  readonly amount: number;
  readonly reason: string;
  readonly writeOff?: boolean;
  readonly key: string;
}

const AUDIT = '/api/dashboard/audit';
const ADJUSTMENTS = '/api/dashboard/adjustments';

/** The query of a filter, with its question mark; empty when nothing is asked for. */
export function filterQuery(filter: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
}

/** Address of a download of the postings that fit. */
export const exportAddress = (filter: EntryFilter, format: string): string =>
  `${AUDIT}/export${filterQuery({ ...filter, format })}`;

const quiet = { quiet: true } as const;

const auditReads = kindraApi.enhanceEndpoints({ addTagTypes: ['Audit'] }).injectEndpoints({
  endpoints: (build) => ({
    auditProblems: build.query<AuditProblems, void>({
      query: () => `${AUDIT}/problems`,
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    trialBalance: build.query<TrialBalance, Moment>({
      query: ({ at, position }) => `${AUDIT}/trial-balance${filterQuery({ at, position })}`,
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    journalEntries: build.infiniteQuery<Page<JournalEntry>, EntryFilter, string>({
      infiniteQueryOptions: pagedBy<JournalEntry>(''),
      query: ({ queryArg, pageParam }) => pageParam || `${AUDIT}/entries${filterQuery(queryArg)}`,
      transformResponse: (entries: JournalEntry[], meta) => toPage(entries, meta),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    auditedCrowdfunding: build.infiniteQuery<CampaignPage, string, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last: CampaignPage): string | undefined => last.next ?? undefined,
      },
      query: ({ queryArg, pageParam }) =>
        pageParam || `${AUDIT}/crowdfundings/${encodeURIComponent(queryArg)}`,
      transformResponse: ({ donations, ...sums }: CampaignAnswer, meta) => ({
        ...toPage(donations, meta),
        sums,
      }),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    accountStatement: build.infiniteQuery<AccountPage, string, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last: AccountPage): string | undefined => last.next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => pageParam || `${AUDIT}/accounts/${encodeURIComponent(queryArg)}`,
      transformResponse: ({ lines, name, balance }: AccountAnswer, meta) => ({
        ...toPage(lines, meta),
        name,
        balance,
      }),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    staffActions: build.infiniteQuery<Page<StaffAction>, void, string>({
      infiniteQueryOptions: pagedBy<StaffAction>(`${AUDIT}/actions`),
      query: ({ pageParam }) => pageParam,
      transformResponse: (actions: StaffAction[], meta) => toPage(actions, meta),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    adjustments: build.infiniteQuery<Page<Adjustment>, Adjustment['status'], string>({
      infiniteQueryOptions: pagedBy<Adjustment>(''),
      query: ({ queryArg, pageParam }) => pageParam || `${ADJUSTMENTS}?status=${queryArg}`,
      transformResponse: (rows: Adjustment[], meta) => toPage(rows, meta),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),

    suspense: build.infiniteQuery<Page<SuspenseItem>, void, string>({
      infiniteQueryOptions: pagedBy<SuspenseItem>('/api/dashboard/suspense'),
      query: ({ pageParam }) => pageParam,
      transformResponse: (items: SuspenseItem[], meta) => toPage(items, meta),
      providesTags: ['Audit'],
      extraOptions: quiet,
    }),
  }),
});

type Decision = { readonly id: string; readonly reason?: string };

const auditWrites = auditReads.injectEndpoints({
  endpoints: (build) => {
    const changed = (answer: unknown) => (answer ? ['Audit' as const] : []);
    const decide = (verb: 'approve' | 'decline') => ({
      query: ({ id, reason }: Decision) => ({
        url: `${ADJUSTMENTS}/${encodeURIComponent(id)}/${verb}`,
        method: 'PUT',
        body: reason ? { reason } : {},
      }),
      invalidatesTags: changed,
      extraOptions: quiet,
    });
    return {
      proposeAdjustment: build.mutation<Adjustment, AdjustmentRequest>({
        query: ({ key, ...body }) => ({ url: ADJUSTMENTS, method: 'POST', body, idempotencyKey: key }),
        invalidatesTags: changed,
      }),
      approveAdjustment: build.mutation<Adjustment, Decision>(decide('approve')),
      declineAdjustment: build.mutation<Adjustment, Decision>(decide('decline')),

      /** Says whose payment it is. */
      identifySuspense: build.mutation<
        unknown,
        { readonly id: string; readonly profile: string; readonly reason: string }
      >({
        query: ({ id, ...body }) => ({
          url: `/api/dashboard/suspense/${encodeURIComponent(id)}/identify`,
          method: 'PUT',
          body,
        }),
        invalidatesTags: changed,
        extraOptions: quiet,
      }),
    };
  },
});

export const {
  useAuditProblemsQuery,
  useTrialBalanceQuery,
  useJournalEntriesInfiniteQuery,
  useAuditedCrowdfundingInfiniteQuery,
  useAccountStatementInfiniteQuery,
  useStaffActionsInfiniteQuery,
  useAdjustmentsInfiniteQuery,
  useSuspenseInfiniteQuery,
} = auditReads;
export const {
  useProposeAdjustmentMutation,
  useApproveAdjustmentMutation,
  useDeclineAdjustmentMutation,
  useIdentifySuspenseMutation,
} = auditWrites;
