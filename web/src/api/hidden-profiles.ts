import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { HiddenProfile, Hiding } from '../../../contract/hidden-profiles.ts';
import { hiddenKnown, hidingChanged } from '../state/hidden.ts';
import type { kindraApi } from './base.ts';
import { requestOf } from './endpoints.ts';
import type { Page } from './paging.ts';
import { profileReads } from './profiles.ts';
import { readPage } from './read-once.ts';

export type { HiddenProfile };

/** Ways to hide a profile. */
export type HidingKind = 'block' | 'mute';

/** A profile, the way to hide it, and whether to hide it or to show it again. */
export interface HidingChange {
  readonly id: string;
  readonly kind: HidingKind;
  readonly on: boolean;
}

/** Maximum number of pages to load. Beyond it, hidden profiles may still cause a new-message dot. */
const MOST_PAGES = 10;

const { blockProfile, unblockProfile, muteProfile, unmuteProfile, hiddenProfiles } = socialGraphEndpoints;
const CHANGES = {
  block: { true: blockProfile, false: unblockProfile },
  mute: { true: muteProfile, false: unmuteProfile },
};

const hidingApi = profileReads
  .enhanceEndpoints({
    endpoints: { hiddenProfiles: { providesTags: ['HiddenProfiles'], extraOptions: { quiet: true } } },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Refetches everything that shows content of the profile. */
      changeHiding: build.mutation<Hiding, HidingChange>({
        query: ({ id, kind, on }) => requestOf(CHANGES[kind][`${on}`], { id }),
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
          if (answer) dispatch(hidingChanged({ id, hidden: answer.data.isBlocked || answer.data.isMuted }));
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

/** Loads the ids of the profiles that the reader hides, up to `MOST_PAGES` pages. */
export const learnHidden = (): Thunk => async (dispatch) => {
  const ids: string[] = [];
  let at: string | null | undefined;
  for (let page = 1; at !== null && page <= MOST_PAGES; page += 1) {
    const { items, next }: Page<HiddenProfile> = await dispatch(readPage(hiddenProfiles, at));
    ids.push(...items.map(({ id }) => id));
    at = next;
  }
  dispatch(hiddenKnown(ids));
};
