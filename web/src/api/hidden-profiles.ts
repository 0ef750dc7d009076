import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { BlockAndMuteState } from '../../../contract/hidden-profiles.ts';
import { createRequest } from './endpoints.ts';
import type { EntityRef } from './entities.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { applyOptimisticPatch } from './optimistic-patch.ts';
import type { Page } from './paging.ts';
import { profilesApi } from './profiles.ts';
import type { AppThunk } from './state.ts';
import { selectIsHidden } from './stored-entities.ts';

/** Ways to hide a profile. */
export type HidingKind = 'block' | 'mute';

/** A profile, the way to hide it, and the desired state. */
export interface HideProfileArguments {
  readonly id: string;
  readonly kind: HidingKind;
  readonly isHidden: boolean;
}

/** Maximum number of pages to load. Hidden profiles on later pages can still cause a new-message dot. */
const MAX_PAGES = 10;

const { blockProfile, unblockProfile, muteProfile, unmuteProfile, hiddenProfiles } = socialGraphEndpoints;
const CHANGE_ENDPOINTS = {
  block: { true: blockProfile, false: unblockProfile },
  mute: { true: muteProfile, false: unmuteProfile },
};

/** Creates a patch for a profile that is blocked or unblocked. Blocking also ends the follow. */
const createBlockPatch = (isBlocked: boolean) => ({ isBlocked, ...(isBlocked && { isItFollowed: false }) });

const hidingApi = profilesApi
  .enhanceEndpoints({
    endpoints: { hiddenProfiles: { providesTags: ['HiddenProfiles'], extraOptions: { isQuiet: true } } },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Refetches everything that shows content from the profile. */
      setProfileHidden: build.mutation<BlockAndMuteState, HideProfileArguments>({
        query: ({ id, kind, isHidden }) => createRequest(CHANGE_ENDPOINTS[kind][`${isHidden}`], { id }),
        invalidatesTags: (response, _, { id }) =>
          response
            ? [
                'HiddenProfiles',
                'ForYouFeed',
                'FollowingFeed',
                'ProfilePosts',
                'Replies',
                'Suggestions',
                { type: 'Profile', id },
              ]
            : [],
        onQueryStarted: ({ id, kind, isHidden }, lifecycle) =>
          applyOptimisticPatch(
            {
              entity: 'profile',
              id,
              change: kind === 'mute' ? { isMuted: isHidden } : createBlockPatch(isHidden),
              getResult: ({ isBlocked, isMuted }: BlockAndMuteState) => ({
                ...createBlockPatch(isBlocked),
                isMuted,
              }),
            },
            lifecycle,
          ),
      }),
    }),
  });

export const { useHiddenProfilesInfiniteQuery, useSetProfileHiddenMutation } = hidingApi;

/** Loads the hidden profiles. Refetches those no longer in the list, because another device may have unhidden them. */
export const loadHiddenProfiles = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const state = getState();
  const missingIds = new Set(Object.keys(state.entities.profile).filter((id) => selectIsHidden(state, id)));
  let address: string | null | undefined;
  for (let page = 1; address !== null && page <= MAX_PAGES; page += 1) {
    const { items, next }: Page<EntityRef> = await dispatch(fetchUncached(hiddenProfiles, address));
    for (const { id } of items) missingIds.delete(id);
    address = next;
  }
  if (address !== null) return;
  for (const nickname of missingIds)
    await dispatch(fetchUncached(accountsEndpoints.getProfile, { nickname })).catch(() => null);
};
