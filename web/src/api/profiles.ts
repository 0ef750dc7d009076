import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { Profile, ProfileRow } from '../../../api/contract/shapes.ts';
import type { followProfile } from '../../../api/contract/social-graph.ts';
import { kindraApi } from './base.ts';
import { KEEP_LIST_S, type Page, pagedBy, toPage } from './paging.ts';

type Follow = AnswerOf<typeof followProfile>;
type Thunk = ThunkAction<
  void,
  { readonly api: ReturnType<typeof kindraApi.reducer> },
  unknown,
  UnknownAction
>;

const profilePath = (nickname: string): string => `/api/profile/${encodeURIComponent(nickname)}`;

const profileReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<Profile, string>({
      query: profilePath,
      providesTags: (profile) => [{ type: 'Profile', id: profile?.id }],
      extraOptions: { networkFailure: 'Error performing request to get profile.' },
    }),

    /** Who follows a profile, by its nickname, newest first. */
    followers: build.infiniteQuery<Page<ProfileRow>, string, string>({
      infiniteQueryOptions: pagedBy<ProfileRow>(''),
      query: ({ queryArg, pageParam }) => pageParam || `${profilePath(queryArg)}/followers`,
      transformResponse: (rows: ProfileRow[], meta) => toPage(rows, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      extraOptions: { networkFailure: 'Error performing request to get profile followers.' },
    }),

    /** Whom a profile follows, by its nickname, newest first. */
    followees: build.infiniteQuery<Page<ProfileRow>, string, string>({
      infiniteQueryOptions: pagedBy<ProfileRow>(''),
      query: ({ queryArg, pageParam }) => pageParam || `${profilePath(queryArg)}/following`,
      transformResponse: (rows: ProfileRow[], meta) => toPage(rows, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      extraOptions: { networkFailure: 'Error performing request to get followed profiles.' },
    }),

    suggestedProfiles: build.query<ProfileRow[], void>({
      query: () => '/api/suggested/profiles',
      providesTags: ['Suggestions'],
      extraOptions: { quiet: true },
    }),

    suggestedOrganizations: build.query<ProfileRow[], void>({
      query: () => '/api/suggested/org-profiles',
      providesTags: ['Suggestions'],
      extraOptions: { quiet: true },
    }),
  }),
});

const { updateQueryData, selectCachedArgsForQuery } = profileReads.util;

/** Shows whether a profile is followed wherever it is cached. */
const showFollow =
  (id: string, isItFollowed: boolean, followersOf: (before: Profile) => number): Thunk =>
  (dispatch, getState) => {
    const state = getState();
    const mark = (row: ProfileRow) => {
      if (row.id === id) row.isItFollowed = isItFollowed;
    };
    for (const endpoint of ['suggestedProfiles', 'suggestedOrganizations'] as const)
      dispatch(updateQueryData(endpoint, undefined, (rows) => rows.forEach(mark)));
    for (const endpoint of ['followers', 'followees'] as const)
      for (const arg of selectCachedArgsForQuery(state, endpoint))
        dispatch(
          updateQueryData(endpoint, arg, ({ pages }) => {
            for (const { items } of pages) items.forEach(mark);
          }),
        );
    for (const arg of selectCachedArgsForQuery(state, 'profile'))
      dispatch(
        updateQueryData('profile', arg, (profile) => {
          if (profile.id === id) Object.assign(profile, { followers: followersOf(profile), isItFollowed });
        }),
      );
  };

/** Counts one follower more or less, unless the profile stands as wanted already. */
const countedAs = (isItFollowed: boolean) => (profile: Profile) =>
  profile.isItFollowed === isItFollowed
    ? profile.followers
    : Math.max(0, profile.followers + (isItFollowed ? 1 : -1));

/** What following takes: the profile as it is shown now. The call toggles. */
export type FollowToggle = Pick<ProfileRow, 'id' | 'isItFollowed'> & { readonly key: string };

const profileWrites = profileReads.injectEndpoints({
  endpoints: (build) => ({
    /** Shows the follow at once and takes it back when the server refuses it. */
    followProfile: build.mutation<Follow, FollowToggle>({
      query: ({ id, key }) => ({
        url: '/api/followProfile',
        method: 'POST',
        body: { idProfileToFollow: id },
        idempotencyKey: key,
      }),
      invalidatesTags: (answer) => (answer ? ['FollowingFeed'] : []),
      async onQueryStarted({ id, isItFollowed }, { dispatch, queryFulfilled }) {
        dispatch(showFollow(id, !isItFollowed, countedAs(!isItFollowed)));
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(showFollow(id, answer.data.isItFollowed, () => answer.data.followers));
        else dispatch(showFollow(id, isItFollowed, countedAs(isItFollowed)));
      },
    }),
  }),
});

export const {
  useProfileQuery,
  useFollowersInfiniteQuery,
  useFolloweesInfiniteQuery,
  useSuggestedProfilesQuery,
  useSuggestedOrganizationsQuery,
} = profileReads;
export const { useFollowProfileMutation } = profileWrites;
