import { kindraApi } from '../../api/base.ts';

const changesProfile = (_: unknown, error: unknown, id: string) =>
  error ? [] : [{ type: 'Profile' as const, id }];

const reviewApi = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    approveOrganization: build.mutation<{ message: string }, string>({
      query: (id) => ({ url: `/api/dashboard/approve/organization/${id}`, method: 'PUT', body: {} }),
      invalidatesTags: changesProfile,
      extraOptions: { quiet: true },
    }),

    /** Deletes the organization's account. */
    declineOrganization: build.mutation<{ message: string }, string>({
      query: (id) => ({ url: `/api/dashboard/decline/organization/${id}`, method: 'PUT', body: {} }),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useApproveOrganizationMutation, useDeclineOrganizationMutation } = reviewApi;
