import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { HiddenProfile, Hiding } from '../../../contract/hidden-profiles.ts';
import { hiddenProfilesLoaded, hidingChanged } from '../state/hidden.ts';
import type { kindraApi } from './base.ts';
import { createRequest } from './endpoints.ts';
import { fetchPage } from './fetch-uncached.ts';
import type { Page } from './paging.ts';
import { profilesApi } from './profiles.ts';

export type { HiddenProfile };

/** Ways to hide a profile. */
export type HidingKind = 'block' | 'mute';

/** A profile, the way to hide it, and whether it is hidden in this way from now on. */
export interface HidingChange {
  readonly id: string;
  readonly kind: HidingKind;
  readonly isHidden: boolean;
}

/** Maximum number of pages to load. Beyond it, hidden profiles may still cause a new-message dot. */
const MAX_PAGES = 10;

const { blockProfile, unblockProfile, muteProfile, unmuteProfile, hiddenProfiles } = socialGraphEndpoints;
const CHANGE_ENDPOINTS = {
  block: { true: blockProfile, false: unblockProfile },
  mute: { true: muteProfile, false: unmuteProfile },
};

const hidingApi = profilesApi
  .enhanceEndpoints({
    endpoints: { hiddenProfiles: { providesTags: ['HiddenProfiles'], extraOptions: { isQuiet: true } } },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Refetches everything that shows content of the profile. */
      changeHiding: build.mutation<Hiding, HidingChange>({
        query: ({ id, kind, isHidden }) => createRequest(CHANGE_ENDPOINTS[kind][`${isHidden}`], { id }),
        invalidatesTags: (answer, _, { id }) =>
          answer
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
        async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) dispatch(hidingChanged({ id, isHidden: answer.data.isBlocked || answer.data.isMuted }));
        },
      }),
    }),
  });

export const { useHiddenProfilesInfiniteQuery, useChangeHidingMutation } = hidingApi;

type Thunk = ThunkAction<
  Promise<void>,
  { readonly api: ReturnType<typeof kindraApi.reducer> },
  unknown,
  UnknownAction
>;

/** Loads the ids of the profiles that the reader hides, up to `MAX_PAGES` pages. */
export const loadHiddenProfiles = (): Thunk => async (dispatch) => {
  const ids: string[] = [];
  let at: string | null | undefined;
  for (let page = 1; at !== null && page <= MAX_PAGES; page += 1) {
    const { items, next }: Page<HiddenProfile> = await dispatch(fetchPage(hiddenProfiles, at));
    ids.push(...items.map(({ id }) => id));
    at = next;
  }
  dispatch(hiddenProfilesLoaded(ids));
};
