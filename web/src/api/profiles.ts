import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { Profile, ProfileRow } from '../../../api/contract/shapes.ts';
import type { followProfile } from '../../../api/contract/social-graph.ts';
import { NEW_TOKEN_MS, type SessionState, selectUser, sessionUserChanged } from '../state/session.ts';
import { alsoAfter } from './also-after.ts';
import { kindraApi } from './base.ts';
import { gathered } from './gathered.ts';
import { KEEP_LIST_S, type Page, type Pages, pagedBy, toPage } from './paging.ts';
import { toggle } from './toggle.ts';

type Follow = AnswerOf<typeof followProfile>;
type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;
type OwnState = State & { readonly session: SessionState };
type OwnThunk<Result> = ThunkAction<Result, OwnState, unknown, UnknownAction>;

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
      query: ({ queryArg, pageParam }) =>
        pageParam || `/api/profile/${encodeURIComponent(queryArg)}/followers`,
      transformResponse: (rows: ProfileRow[], meta) => toPage(rows, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      extraOptions: { networkFailure: 'Error performing request to get profile followers.' },
    }),

    /** Whom a profile follows, by its nickname, newest first. */
    followees: build.infiniteQuery<Page<ProfileRow>, string, string>({
      infiniteQueryOptions: pagedBy<ProfileRow>(''),
      query: ({ queryArg, pageParam }) =>
        pageParam || `/api/profile/${encodeURIComponent(queryArg)}/following`,
      transformResponse: (rows: ProfileRow[], meta) => toPage(rows, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      extraOptions: { networkFailure: 'Error performing request to get followed profiles.' },
    }),

    /** A profile by its id, for what is known of whom it belongs to; nobody is told when it fails. */
    profileQuietly: build.query<Profile, string>({
      query: profilePath,
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
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

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = profileReads.util;

/** Shows whether a profile is followed wherever it is cached. */
const showFollow =
  (id: string, isItFollowed: boolean, followersOf: (before: Profile) => number): Thunk =>
  (dispatch, getState) => {
    const state = getState();
    const mark = (row: ProfileRow) => {
      if (row.id === id) row.isItFollowed = isItFollowed;
    };
    const markIn = ({ pages }: Pages<ProfileRow>) => {
      for (const { items } of pages) items.forEach(mark);
    };
    const markProfile = (profile: Profile) => {
      if (profile.id === id) Object.assign(profile, { followers: followersOf(profile), isItFollowed });
    };
    for (const endpoint of ['suggestedProfiles', 'suggestedOrganizations'] as const)
      alsoAfter(dispatch(getRunningQueryThunk(endpoint, undefined)), () =>
        dispatch(updateQueryData(endpoint, undefined, (rows) => rows.forEach(mark))),
      );
    for (const endpoint of ['followers', 'followees'] as const)
      for (const arg of selectCachedArgsForQuery(state, endpoint))
        alsoAfter(dispatch(getRunningQueryThunk(endpoint, arg)), () =>
          dispatch(updateQueryData(endpoint, arg, markIn)),
        );
    for (const arg of selectCachedArgsForQuery(state, 'profile'))
      alsoAfter(dispatch(getRunningQueryThunk('profile', arg)), () =>
        dispatch(updateQueryData('profile', arg, markProfile)),
      );
  };

/** Counts one follower more or less, unless the profile stands as wanted already. */
const countedAs = (isItFollowed: boolean) => (profile: Profile) =>
  profile.isItFollowed === isItFollowed
    ? profile.followers
    : Math.max(0, profile.followers + (isItFollowed ? 1 : -1));

const FOLLOW = { url: '/api/followProfile', method: 'POST' } as const;

/** What following takes: the profile as it is shown now. The call toggles. */
export type FollowToggle = Pick<ProfileRow, 'id' | 'isItFollowed'> & { readonly key: string };

const profileWrites = profileReads.injectEndpoints({
  endpoints: (build) => ({
    /** Shows the follow at once and takes it back when the server refuses it. */
    followProfile: build.mutation<Follow, FollowToggle>({
      queryFn: ({ id, isItFollowed, key }, _api, _options, send) =>
        toggle<Follow>(
          (idempotencyKey) => send({ ...FOLLOW, body: { idProfileToFollow: id }, idempotencyKey }),
          key,
          (answer) => answer.isItFollowed !== isItFollowed,
        ),
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

/** A profile on the screen is out of date. */
export const profileChanged = (id: string | undefined): UnknownAction =>
  kindraApi.util.invalidateTags([{ type: 'Profile', id }]);

/** Brings the session up to date with what its holder has changed elsewhere: nickname, name and role. */
export const learnOwnProfile = (): OwnThunk<Promise<void>> => async (dispatch, getState) => {
  const id = selectUser(getState())?.id;
  if (!id) return;
  const asked = profileReads.endpoints.profileQuietly.initiate(id, { subscribe: false, forceRefetch: true });
  const { data } = await dispatch(asked);
  if (!data || selectUser(getState())?.id !== data.id) return;
  const { nickname, profileName, role } = data;
  dispatch(sessionUserChanged({ nickname, profileName, role }));
};

/** Shows what there is about the reader by now. It may be a nickname, whose change brings a new token. */
const showOwnProfile = (): OwnThunk<void> => (dispatch, getState) => {
  dispatch(profileChanged(selectUser(getState())?.id));
  void dispatch(learnOwnProfile());
};

/** The reader's name, role or followers have changed. */
export const ownProfileChanged = gathered(showOwnProfile, NEW_TOKEN_MS);

export const {
  useProfileQuery,
  useFollowersInfiniteQuery,
  useFolloweesInfiniteQuery,
  useSuggestedProfilesQuery,
  useSuggestedOrganizationsQuery,
} = profileReads;
export const { useFollowProfileMutation } = profileWrites;
