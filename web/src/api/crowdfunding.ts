import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Crowdfunding, Donation } from '../../../contract/crowdfunding.ts';
import { crowdfundingEndpoints } from '../../../contract/endpoints/crowdfunding.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, createPath } from './endpoints.ts';
import { LIST_CACHE_SECONDS } from './paging.ts';
import {
  type CrowdfundingStanding,
  type CrowdfundingsState,
  selectCrowdfunding,
  standingReceived,
} from './stored-crowdfundings.ts';

export type { Crowdfunding, Donation };

type State = {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly crowdfundings: CrowdfundingsState;
};
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

const LIST_OPTIONS = { networkFailure: 'shared:campaign.failure' } as const;

/** Read endpoints of campaigns. They hold references; the campaigns are stored in stored-crowdfundings.ts. Writes and features add their cache behaviour. */
export const crowdfundingsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(crowdfundingEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      activeCrowdfundings: {
        keepUnusedDataFor: LIST_CACHE_SECONDS,
        providesTags: ['Crowdfundings'],
        extraOptions: LIST_OPTIONS,
      },
      profileCrowdfundings: {
        keepUnusedDataFor: LIST_CACHE_SECONDS,
        providesTags: ['Crowdfundings'],
        extraOptions: LIST_OPTIONS,
      },
      getCrowdfunding: {
        providesTags: (_, __, { id }) => [{ type: 'Crowdfunding', id }],
        extraOptions: { networkFailure: 'shared:failures.loadCampaign' },
      },
      getCrowdfundingImage: { extraOptions: { isQuiet: true } },
      getSettlement: {
        providesTags: (_, __, { id }) => [{ type: 'Donations', id }],
        extraOptions: { isQuiet: true },
      },
      getDonations: {
        providesTags: (_, __, { crowdfundingId }) => [{ type: 'Donations', id: crowdfundingId }],
        extraOptions: { networkFailure: 'crowdfunding:donating.failure', isQuiet: true },
      },
    },
  });

/** Applies a live update of a campaign. A donation or refund may also change the reader's wallet. */
export const applyCrowdfundingUpdate =
  (standing: CrowdfundingStanding): Thunk =>
  (dispatch, getState) => {
    const { id, status } = standing;
    const before = selectCrowdfunding(getState(), id);
    dispatch(standingReceived(standing));
    const isOpen = crowdfundingsApi.endpoints.getCrowdfunding.select({ id })(getState()).data !== undefined;
    if (!before || !isOpen) return;
    dispatch(kindraApi.util.invalidateTags([{ type: 'Donations', id }]));
    if (before.status === status && status === 'ACTIVE') return;
    dispatch(kindraApi.util.invalidateTags([{ type: 'Crowdfunding', id }, 'Wallet']));
  };

/** Refetches the campaigns on the screen after live updates may have been missed. */
export const refreshCrowdfundings = (): Thunk => (dispatch) => {
  dispatch(kindraApi.util.invalidateTags(['Crowdfunding', 'Crowdfundings', 'Donations']));
};

export const {
  useActiveCrowdfundingsInfiniteQuery,
  useProfileCrowdfundingsInfiniteQuery,
  useGetCrowdfundingQuery,
  useGetDonationsInfiniteQuery,
  useGetSettlementQuery,
} = crowdfundingsApi;

const { useGetCrowdfundingImageQuery } = crowdfundingsApi;

/**
 * Address of a campaign's picture, or null while it loads. The picture of a campaign that staff have not
 * approved is restricted, so it is loaded as data.
 */
export function useCrowdfundingPicture({
  id,
  startDate,
}: Pick<Crowdfunding, 'id' | 'startDate'>): string | null {
  const hidden = startDate === null;
  const { data } = useGetCrowdfundingImageQuery({ id }, { skip: !hidden });
  return hidden ? (data ?? null) : createPath(crowdfundingEndpoints.getCrowdfundingImage, { id });
}
