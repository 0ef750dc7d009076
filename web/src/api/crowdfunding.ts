import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Crowdfunding, Donation } from '../../../contract/crowdfunding.ts';
import { crowdfundingEndpoints } from '../../../contract/endpoints/crowdfunding.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, createPath } from './endpoints.ts';
import { LIST_CACHE_SECONDS, type Pages } from './paging.ts';
import { reapplyAfterFetch } from './reapply-after-fetch.ts';

export type { Crowdfunding, Donation };

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

const LIST_OPTIONS = { networkFailure: 'shared:campaign.failure' } as const;

/** Read endpoints of campaigns. Writes and features add their cache behaviour. */
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

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = crowdfundingsApi.util;

/** Updates a campaign in every cached query, so that all screens agree. */
export const updateCrowdfunding =
  (id: string, change: (crowdfunding: Crowdfunding) => void): Thunk =>
  (dispatch, getState) => {
    const changeIn = ({ pages }: Pages<Crowdfunding>) => {
      for (const { items } of pages)
        for (const crowdfunding of items) if (crowdfunding.id === id) change(crowdfunding);
    };
    reapplyAfterFetch(dispatch(getRunningQueryThunk('getCrowdfunding', { id })), () =>
      dispatch(updateQueryData('getCrowdfunding', { id }, change)),
    );
    reapplyAfterFetch(dispatch(getRunningQueryThunk('activeCrowdfundings', undefined)), () =>
      dispatch(updateQueryData('activeCrowdfundings', undefined, changeIn)),
    );
    for (const arg of selectCachedArgsForQuery(getState(), 'profileCrowdfundings'))
      reapplyAfterFetch(dispatch(getRunningQueryThunk('profileCrowdfundings', arg)), () =>
        dispatch(updateQueryData('profileCrowdfundings', arg, changeIn)),
      );
  };

/** Applies a live update of a campaign. A donation or refund may also change the reader's wallet. */
export const applyCrowdfundingUpdate =
  (change: Pick<Crowdfunding, 'id' | 'status' | 'currentAmount' | 'numDonations'>): Thunk =>
  (dispatch, getState) => {
    const { id, status } = change;
    const before = crowdfundingsApi.endpoints.getCrowdfunding.select({ id })(getState()).data;
    dispatch(updateCrowdfunding(id, (crowdfunding) => Object.assign(crowdfunding, change)));
    if (!before) return;
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
