import { crowdfundingsApi } from './crowdfunding.ts';

/** Queries of the campaign page. */
export const { useGetDonationsInfiniteQuery, useGetUpdatesInfiniteQuery, useGetSettlementQuery } =
  crowdfundingsApi.enhanceEndpoints({
    endpoints: {
      getSettlement: {
        providesTags: (_, __, { id }) => [{ type: 'Donations', id }],
        extraOptions: { isQuiet: true },
      },
      getUpdates: {
        // The same live update reports donations and campaign updates.
        providesTags: (_, __, { id }) => [{ type: 'Donations', id }],
        extraOptions: { networkFailure: 'crowdfunding:updates.failure', isQuiet: true },
      },
      getDonations: {
        providesTags: (_, __, { crowdfundingId }) => [{ type: 'Donations', id: crowdfundingId }],
        extraOptions: { networkFailure: 'crowdfunding:donating.failure', isQuiet: true },
      },
    },
  });
