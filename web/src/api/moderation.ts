import { moderationEndpoints } from '../../../contract/endpoints/moderation.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';

export type { Analytics, AwaitingOrganization } from '../../../contract/moderation.ts';

const LIST_TAGS = ['AwaitingOrganizations', 'DeactivatedProfiles', 'Analytics'] as const;
const QUIET = { isQuiet: true };

const invalidatesTags = (_: unknown, error: unknown, { id }: { readonly id: string }) =>
  error ? [] : [...LIST_TAGS, { type: 'Profile' as const, id }];

/** Endpoints for staff and for reports. Most forms show errors themselves. */
export const moderationApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(moderationEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getAnalytics: { providesTags: ['Analytics'], extraOptions: QUIET },
      awaitingOrganizations: { providesTags: ['AwaitingOrganizations'], extraOptions: QUIET },
      pendingCrowdfundings: { providesTags: ['Crowdfundings'], extraOptions: QUIET },
      deactivatedProfiles: { providesTags: ['DeactivatedProfiles'], extraOptions: QUIET },
      approveOrganization: { invalidatesTags, extraOptions: QUIET },
      declineOrganization: {
        invalidatesTags: (response) => (response ? LIST_TAGS : []),
        extraOptions: QUIET,
      },
      reactivateProfile: { invalidatesTags, extraOptions: QUIET },
      banProfile: {
        invalidatesTags: (response, error, ban) =>
          error ? [] : [...invalidatesTags(response, error, ban), 'Crowdfunding', 'Crowdfundings'],
        extraOptions: QUIET,
      },
      report: { extraOptions: QUIET },
      reports: { providesTags: ['Reports'], extraOptions: QUIET },
    },
  });

export const {
  useGetAnalyticsQuery,
  useAwaitingOrganizationsInfiniteQuery,
  usePendingCrowdfundingsInfiniteQuery,
  useDeactivatedProfilesInfiniteQuery,
  useApproveOrganizationMutation,
  useDeclineOrganizationMutation,
  useReactivateProfileMutation,
  useBanProfileMutation,
  useReportMutation,
  useReportsInfiniteQuery,
} = moderationApi;
