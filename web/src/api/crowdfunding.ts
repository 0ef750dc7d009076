import type { UnknownAction } from '@reduxjs/toolkit';
import type { Crowdfunding, Donation } from '../../../contract/crowdfunding.ts';
import { crowdfundingEndpoints } from '../../../contract/endpoints/crowdfunding.ts';
import type { LiveHint } from '../../../contract/live.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import { LIST_CACHE_SECONDS } from './paging.ts';
import { createPictureSource, type PictureSource, RESTRICTED_SIZE } from './picture-source.ts';
import type { AppThunk } from './state.ts';
import { entityUpdated, selectEntity } from './stored-entities.ts';

export type { Crowdfunding, Donation };

const LIST_OPTIONS = {
  keepUnusedDataFor: LIST_CACHE_SECONDS,
  providesTags: ['Crowdfundings' as const],
  extraOptions: { networkFailure: 'shared:campaign.failure' as const },
};

/** Read endpoints for campaigns. Other modules add writes, details and cache behaviour. */
export const crowdfundingsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(crowdfundingEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      activeCrowdfundings: LIST_OPTIONS,
      profileCrowdfundings: LIST_OPTIONS,
      getCrowdfunding: {
        providesTags: (_, __, { id }) => [{ type: 'Crowdfunding', id }],
        extraOptions: { networkFailure: 'shared:failures.loadCampaign' },
      },
      getCrowdfundingImage: { extraOptions: { isQuiet: true } },
    },
  });

type CrowdfundingUpdate = Extract<LiveHint, { name: 'crowdfunding-changed' }>['data'];

/** Applies a live update of a campaign. A refund or release can also change the current user's wallet. */
export const applyCrowdfundingUpdate =
  (update: CrowdfundingUpdate): AppThunk =>
  (dispatch, getState) => {
    const { id, status } = update;
    const before = selectEntity(getState(), 'crowdfunding', id);
    dispatch(entityUpdated({ entity: 'crowdfunding', ...update }));
    const isOpen = crowdfundingsApi.endpoints.getCrowdfunding.select({ id })(getState()).data !== undefined;
    if (!isOpen) return;
    const canMoveCoins = before?.status !== status || status !== 'ACTIVE';
    dispatch(
      kindraApi.util.invalidateTags([
        { type: 'Donations', id },
        ...(canMoveCoins ? [{ type: 'Crowdfunding', id } as const, 'Wallet' as const] : []),
      ]),
    );
  };

/** Refetches the campaigns on the screen, because live updates may have been missed. */
export const refreshCrowdfundings = (): UnknownAction =>
  kindraApi.util.invalidateTags(['Crowdfunding', 'Crowdfundings', 'Donations']);

export const {
  useActiveCrowdfundingsInfiniteQuery,
  useProfileCrowdfundingsInfiniteQuery,
  useGetCrowdfundingQuery,
} = crowdfundingsApi;

const { useGetCrowdfundingImageQuery } = crowdfundingsApi;

/** Returns a campaign's picture, or null while it loads. The picture of an unapproved campaign requires the token. */
export function useCrowdfundingPicture({
  id,
  startDate,
  image,
}: Pick<Crowdfunding, 'id' | 'startDate' | 'image'>): PictureSource | null {
  const isUnapproved = startDate === null;
  const { data } = useGetCrowdfundingImageQuery({ id, size: RESTRICTED_SIZE }, { skip: !isUnapproved });
  if (!isUnapproved) return createPictureSource(crowdfundingEndpoints.getCrowdfundingImage, id, image);
  return data ? { src: data, focus: image?.focus } : null;
}
