import type { Crowdfunding } from '../../../api/contract/crowdfunding.ts';
import type {
  Analytics,
  AwaitingOrganization,
  DeactivatedProfile,
} from '../../../api/contract/moderation.ts';
import { kindraApi } from './base.ts';
import { type Page, pagedBy, toPage } from './paging.ts';

export type { Analytics, AwaitingOrganization, DeactivatedProfile };

/** A ban. `cancelCampaigns` cancels the pending and active campaigns of the account as well. */
export interface Ban {
  readonly id: string;
  readonly reason?: string;
  readonly cancelCampaigns: boolean;
}

/** What staff decide about an account, and why. */
export interface AccountDecision {
  readonly id: string;
  readonly reason?: string;
}

type Done = { readonly message: string };

const decision = (path: string) => ({
  query: ({ id, reason }: AccountDecision) => ({
    url: `/api/dashboard/${path}/${encodeURIComponent(id)}`,
    method: 'PUT',
    body: reason ? { reason } : {},
  }),
});

const LISTS = ['AwaitingOrganizations', 'DeactivatedProfiles', 'Analytics'] as const;

const changesProfile = (_: unknown, error: unknown, { id }: AccountDecision) =>
  error ? [] : [...LISTS, { type: 'Profile' as const, id }];

const moderationApi = kindraApi.enhanceEndpoints({ addTagTypes: LISTS }).injectEndpoints({
  endpoints: (build) => ({
    /** Figures of the last seven days. They are an extra: when they fail, nothing is said. */
    analytics: build.query<Analytics, void>({
      query: () => '/api/dashboard/analytics',
      providesTags: ['Analytics'],
      extraOptions: { quiet: true },
    }),

    /** Organizations that await approval, oldest first. */
    awaitingOrganizations: build.infiniteQuery<Page<AwaitingOrganization>, void, string>({
      infiniteQueryOptions: pagedBy<AwaitingOrganization>('/api/dashboard/organizations'),
      query: ({ pageParam }) => pageParam,
      transformResponse: (rows: AwaitingOrganization[], meta) => toPage(rows, meta),
      providesTags: ['AwaitingOrganizations'],
      extraOptions: { quiet: true },
    }),

    /** Campaigns that wait for staff, oldest first. */
    pendingCrowdfundings: build.infiniteQuery<Page<Crowdfunding>, void, string>({
      infiniteQueryOptions: pagedBy<Crowdfunding>('/api/dashboard/crowdfundings'),
      query: ({ pageParam }) => pageParam,
      transformResponse: (rows: Crowdfunding[], meta) => toPage(rows, meta),
      providesTags: ['Crowdfundings'],
      extraOptions: { quiet: true },
    }),

    /** How many donors get their donations back if staff cancel a campaign. */
    campaignDonors: build.query<number, string>({
      query: (id) => `/api/dashboard/audit/crowdfundings/${encodeURIComponent(id)}`,
      transformResponse: ({ donors }: { readonly donors: number }) => donors,
      providesTags: (_, __, id) => [{ type: 'Donations', id }],
      extraOptions: { quiet: true },
    }),

    /** Deactivated and banned profiles whose nickname contains the text. */
    deactivatedProfiles: build.infiniteQuery<Page<DeactivatedProfile>, string, string>({
      infiniteQueryOptions: pagedBy<DeactivatedProfile>(''),
      query: ({ queryArg, pageParam }) =>
        pageParam || `/api/dashboard/deactivated-profiles?${new URLSearchParams({ nickname: queryArg })}`,
      transformResponse: (rows: DeactivatedProfile[], meta) => toPage(rows, meta),
      providesTags: ['DeactivatedProfiles'],
      extraOptions: { quiet: true },
    }),

    approveOrganization: build.mutation<Done, AccountDecision>({
      ...decision('approve/organization'),
      invalidatesTags: changesProfile,
      extraOptions: { quiet: true },
    }),

    /** Deletes the organization's account. */
    declineOrganization: build.mutation<Done, AccountDecision>({
      ...decision('decline/organization'),
      invalidatesTags: (answer) => (answer ? LISTS : []),
      extraOptions: { quiet: true },
    }),

    /** Also lifts a ban. */
    reactivateProfile: build.mutation<Done, AccountDecision>({
      ...decision('reactive-profile'),
      invalidatesTags: changesProfile,
      extraOptions: { quiet: true },
    }),

    banProfile: build.mutation<Done, Ban>({
      query: ({ id, ...body }) => ({
        url: `/api/dashboard/ban-profile/${encodeURIComponent(id)}`,
        method: 'PUT',
        body,
      }),
      invalidatesTags: (answer, error, ban) =>
        error ? [] : [...changesProfile(answer, error, ban), 'Crowdfunding', 'Crowdfundings'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useAnalyticsQuery,
  useCampaignDonorsQuery,
  useAwaitingOrganizationsInfiniteQuery,
  usePendingCrowdfundingsInfiniteQuery,
  useDeactivatedProfilesInfiniteQuery,
  useApproveOrganizationMutation,
  useDeclineOrganizationMutation,
  useReactivateProfileMutation,
  useBanProfileMutation,
} = moderationApi;
