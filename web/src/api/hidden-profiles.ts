import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { HiddenProfile, Hiding } from '../../../api/contract/hidden-profiles.ts';
import { hiddenKnown, hidingChanged } from '../state/hidden.ts';
import { kindraApi } from './base.ts';
import { type Page, pagedBy, toPage } from './paging.ts';

export type { HiddenProfile };

/** Ways to hide a profile. */
export type HidingKind = 'block' | 'mute';

/** A profile, how it is hidden, and whether it is from now on. */
export interface HidingChange {
  readonly id: string;
  readonly kind: HidingKind;
  readonly on: boolean;
}

/** Pages that are learnt at once: nobody hides more, or they may see a dot too many. */
const MOST_PAGES = 10;
const LIST = '/api/settings/hidden-profiles';

const hidingApi = kindraApi.enhanceEndpoints({ addTagTypes: ['HiddenProfiles'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Whom the reader blocks or mutes, the last one first. */
    hiddenProfiles: build.infiniteQuery<Page<HiddenProfile>, void, string>({
      infiniteQueryOptions: pagedBy<HiddenProfile>(LIST),
      query: ({ pageParam }) => pageParam,
      transformResponse: (rows: HiddenProfile[], meta) => toPage(rows, meta),
      providesTags: ['HiddenProfiles'],
      extraOptions: { quiet: true },
    }),

    hiddenPart: build.query<Page<HiddenProfile>, string>({
      query: (path) => path,
      transformResponse: (rows: HiddenProfile[], meta) => toPage(rows, meta),
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),

    /** What the reader meets from then on is loaded anew wherever it is shown. */
    changeHiding: build.mutation<Hiding, HidingChange>({
      query: ({ id, kind, on }) => ({
        url: `/api/profile/${encodeURIComponent(id)}/${kind}`,
        method: on ? 'PUT' : 'DELETE',
      }),
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

/** Learns whom the reader hides, so that nothing on the screen speaks of them. */
export const learnHidden = (): Thunk => async (dispatch) => {
  const ids: string[] = [];
  let path: string | null = LIST;
  for (let page = 1; path && page <= MOST_PAGES; page += 1) {
    const asked = hidingApi.endpoints.hiddenPart.initiate(path, { forceRefetch: true, subscribe: false });
    const { items, next }: Page<HiddenProfile> = await dispatch(asked).unwrap();
    ids.push(...items.map(({ id }) => id));
    path = next;
  }
  dispatch(hiddenKnown(ids));
};
