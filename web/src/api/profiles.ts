import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { Profile, ProfileRow } from '../../../contract/shapes.ts';
import { NEW_TOKEN_MS, type SessionState, selectUser, sessionUserChanged } from '../state/session.ts';
import { alsoAfter } from './also-after.ts';
import { kindraApi } from './base.ts';
import { type AnswerFor, endpointsFor, requestOf } from './endpoints.ts';
import { gathered } from './gathered.ts';
import { KEEP_LIST_S, type Pages } from './paging.ts';
import { readOnce } from './read-once.ts';
import { toggle } from './toggle.ts';

type Follow = AnswerFor<typeof socialGraphEndpoints.followProfile>;
type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;
type OwnState = State & { readonly session: SessionState };
type OwnThunk<Result> = ThunkAction<Result, OwnState, unknown, UnknownAction>;

const { followProfile: FOLLOW } = socialGraphEndpoints;

/** Endpoints of accounts and of the social graph. Features add their cache behaviour. */
export const profileReads = kindraApi
  .injectEndpoints({ endpoints: endpointsFor(accountsEndpoints) })
  .injectEndpoints({ endpoints: endpointsFor(socialGraphEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getProfile: {
        providesTags: (profile) => [{ type: 'Profile', id: profile?.id }],
        extraOptions: { networkFailure: 'shared:failures.loadProfile' },
      },
      getFollowers: {
        keepUnusedDataFor: KEEP_LIST_S,
        extraOptions: { networkFailure: 'profiles:rows.followersFailure' },
      },
      getFollowing: {
        keepUnusedDataFor: KEEP_LIST_S,
        extraOptions: { networkFailure: 'profiles:rows.followingFailure' },
      },
      suggestedProfiles: { providesTags: ['Suggestions'], extraOptions: { quiet: true } },
      suggestedOrganizations: { providesTags: ['Suggestions'], extraOptions: { quiet: true } },
    },
  });

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = profileReads.util;

/** Updates the follow state of a profile in every cached query. */
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
    for (const endpoint of ['getFollowers', 'getFollowing'] as const)
      for (const arg of selectCachedArgsForQuery(state, endpoint))
        alsoAfter(dispatch(getRunningQueryThunk(endpoint, arg)), () =>
          dispatch(updateQueryData(endpoint, arg, markIn)),
        );
    for (const arg of selectCachedArgsForQuery(state, 'getProfile'))
      alsoAfter(dispatch(getRunningQueryThunk('getProfile', arg)), () =>
        dispatch(updateQueryData('getProfile', arg, markProfile)),
      );
  };

/** Changes the follower count by one, unless the profile already has the wanted state. */
const countedAs = (isItFollowed: boolean) => (profile: Profile) =>
  profile.isItFollowed === isItFollowed
    ? profile.followers
    : Math.max(0, profile.followers + (isItFollowed ? 1 : -1));

/** Arguments of a follow: the profile as shown. The call toggles its state. */
export type FollowToggle = Pick<ProfileRow, 'id' | 'isItFollowed'> & {
  readonly idempotencyKey: string;
};

const profileWrites = profileReads.injectEndpoints({
  endpoints: (build) => ({
    /** Optimistic update; reverted when the server rejects it. */
    toggleFollow: build.mutation<Follow, FollowToggle>({
      queryFn: ({ id, isItFollowed, idempotencyKey }, _api, _options, send) =>
        toggle<Follow>(
          (key) => send(requestOf(FOLLOW, { idProfileToFollow: id, idempotencyKey: key })),
          idempotencyKey,
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

/** Invalidates a profile. */
export const profileChanged = (id: string | undefined): UnknownAction =>
  kindraApi.util.invalidateTags([{ type: 'Profile', id }]);

/** Updates the session with the nickname, name and role that the account changed elsewhere. */
export const learnOwnProfile = (): OwnThunk<Promise<void>> => async (dispatch, getState) => {
  const id = selectUser(getState())?.id;
  if (!id) return;
  const asked = dispatch(readOnce(accountsEndpoints.getProfile, { nickname: id }));
  const data = await asked.catch(() => null);
  if (!data || selectUser(getState())?.id !== data.id) return;
  const { nickname, profileName, role } = data;
  dispatch(sessionUserChanged({ nickname, profileName, role }));
};

/** Refetches the reader's profile. A new nickname comes with a new token. */
const showOwnProfile = (): OwnThunk<void> => (dispatch, getState) => {
  dispatch(profileChanged(selectUser(getState())?.id));
  void dispatch(learnOwnProfile());
};

/** Refetches the reader's profile `NEW_TOKEN_MS` after a change of name, role or followers. */
export const ownProfileChanged = gathered(showOwnProfile, NEW_TOKEN_MS);

export const {
  useGetProfileQuery,
  useGetFollowersInfiniteQuery,
  useGetFollowingInfiniteQuery,
  useSuggestedProfilesQuery,
  useSuggestedOrganizationsQuery,
} = profileReads;
export const { useToggleFollowMutation } = profileWrites;
