import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { Profile, ProfileRow } from '../../../contract/shapes.ts';
import { type SessionState, STALE_TOKEN_GRACE_MS, selectUser, sessionUserChanged } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, createRequest, type ResponseOf } from './endpoints.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { LIST_CACHE_SECONDS, type Pages } from './paging.ts';
import { reapplyAfterFetch } from './reapply-after-fetch.ts';
import { createThrottledThunk } from './throttled-thunk.ts';
import { sendToggle } from './toggle.ts';

type FollowResponse = ResponseOf<typeof socialGraphEndpoints.followProfile>;
type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;
type OwnState = State & { readonly session: SessionState };
type OwnThunk<Result> = ThunkAction<Result, OwnState, unknown, UnknownAction>;

const { followProfile: FOLLOW } = socialGraphEndpoints;

/** Endpoints of accounts and of the social graph. Features add their cache behaviour. */
export const profilesApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(accountsEndpoints) })
  .injectEndpoints({ endpoints: createEndpoints(socialGraphEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getProfile: {
        providesTags: (profile) => [{ type: 'Profile', id: profile?.id }],
        extraOptions: { networkFailure: 'shared:failures.loadProfile' },
      },
      getFollowers: {
        providesTags: (_, __, { nickname }) => [{ type: 'Followers', id: nickname }],
        keepUnusedDataFor: LIST_CACHE_SECONDS,
        extraOptions: { networkFailure: 'profiles:rows.followersFailure' },
      },
      getFollowing: {
        keepUnusedDataFor: LIST_CACHE_SECONDS,
        extraOptions: { networkFailure: 'profiles:rows.followingFailure' },
      },
      suggestedProfiles: { providesTags: ['Suggestions'], extraOptions: { isQuiet: true } },
      suggestedOrganizations: { providesTags: ['Suggestions'], extraOptions: { isQuiet: true } },
    },
  });

const { getRunningQueryThunk, updateQueryData, selectCachedArgsForQuery } = profilesApi.util;

/** Updates the follow state of a profile in every cached query. */
const updateFollowState =
  (id: string, isItFollowed: boolean, getFollowers: (before: Profile) => number): Thunk =>
  (dispatch, getState) => {
    const state = getState();
    const mark = (row: ProfileRow) => {
      if (row.id === id) row.isItFollowed = isItFollowed;
    };
    const markIn = ({ pages }: Pages<ProfileRow>) => {
      for (const { items } of pages) items.forEach(mark);
    };
    const markProfile = (profile: Profile) => {
      if (profile.id === id) Object.assign(profile, { followers: getFollowers(profile), isItFollowed });
    };
    for (const endpoint of ['suggestedProfiles', 'suggestedOrganizations'] as const)
      reapplyAfterFetch(dispatch(getRunningQueryThunk(endpoint, undefined)), () =>
        dispatch(updateQueryData(endpoint, undefined, (rows) => rows.forEach(mark))),
      );
    for (const endpoint of ['getFollowers', 'getFollowing'] as const)
      for (const arg of selectCachedArgsForQuery(state, endpoint))
        reapplyAfterFetch(dispatch(getRunningQueryThunk(endpoint, arg)), () =>
          dispatch(updateQueryData(endpoint, arg, markIn)),
        );
    for (const arg of selectCachedArgsForQuery(state, 'getProfile'))
      reapplyAfterFetch(dispatch(getRunningQueryThunk('getProfile', arg)), () =>
        dispatch(updateQueryData('getProfile', arg, markProfile)),
      );
  };

/** Changes the follower count by one, unless the profile already has the wanted state. */
const countFollowersAs = (isItFollowed: boolean) => (profile: Profile) =>
  profile.isItFollowed === isItFollowed
    ? profile.followers
    : Math.max(0, profile.followers + (isItFollowed ? 1 : -1));

/** Arguments of a follow: the profile as shown. The call toggles its state. */
export type FollowToggle = Pick<ProfileRow, 'id' | 'nickname' | 'isItFollowed'> & {
  readonly idempotencyKey: string;
};

const profileMutations = profilesApi.injectEndpoints({
  endpoints: (build) => ({
    /** Optimistic update; reverted when the server rejects it. */
    toggleFollow: build.mutation<FollowResponse, FollowToggle>({
      queryFn: ({ id, isItFollowed, idempotencyKey }, _api, _options, send) =>
        sendToggle<FollowResponse>(
          (key) => send(createRequest(FOLLOW, { idProfileToFollow: id, idempotencyKey: key })),
          idempotencyKey,
          (answer) => answer.isItFollowed !== isItFollowed,
        ),
      invalidatesTags: (answer, _, { nickname }) =>
        answer ? ['FollowingFeed', { type: 'Followers', id: nickname }] : [],
      async onQueryStarted({ id, isItFollowed }, { dispatch, queryFulfilled }) {
        dispatch(updateFollowState(id, !isItFollowed, countFollowersAs(!isItFollowed)));
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(updateFollowState(id, answer.data.isItFollowed, () => answer.data.followers));
        else dispatch(updateFollowState(id, isItFollowed, countFollowersAs(isItFollowed)));
      },
    }),
  }),
});

/** Invalidates a profile. */
export const refreshProfile = (id: string | undefined): UnknownAction =>
  kindraApi.util.invalidateTags([{ type: 'Profile', id }]);

/** Updates the session with the nickname, name and role that the account changed elsewhere. */
export const syncOwnProfile = (): OwnThunk<Promise<void>> => async (dispatch, getState) => {
  const id = selectUser(getState())?.id;
  if (!id) return;
  const asked = dispatch(fetchUncached(accountsEndpoints.getProfile, { nickname: id }));
  const data = await asked.catch(() => null);
  if (!data || selectUser(getState())?.id !== data.id) return;
  const { nickname, profileName, role } = data;
  dispatch(sessionUserChanged({ nickname, profileName, role }));
};

/** Refetches the reader's profile. A new nickname comes with a new token. */
const refetchOwnProfile = (): OwnThunk<void> => (dispatch, getState) => {
  dispatch(refreshProfile(selectUser(getState())?.id));
  void dispatch(syncOwnProfile());
};

/** Refetches the reader's profile `STALE_TOKEN_GRACE_MS` after a change of name, role or followers. */
export const refreshOwnProfileSoon = createThrottledThunk(refetchOwnProfile, STALE_TOKEN_GRACE_MS);

export const {
  useGetProfileQuery,
  useGetFollowersInfiniteQuery,
  useGetFollowingInfiniteQuery,
  useSuggestedProfilesQuery,
  useSuggestedOrganizationsQuery,
} = profilesApi;
export const { useToggleFollowMutation } = profileMutations;
