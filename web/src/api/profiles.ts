import type { UnknownAction } from '@reduxjs/toolkit';
import { accountsEndpoints } from '../../../contract/endpoints/accounts.ts';
import { socialGraphEndpoints } from '../../../contract/endpoints/social-graph.ts';
import type { Profile } from '../../../contract/shapes.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, createRequest, type ResponseOf } from './endpoints.ts';
import { applyOptimisticPatch } from './optimistic-patch.ts';
import { LIST_CACHE_SECONDS } from './paging.ts';
import { sendToggle } from './toggle.ts';

type FollowResponse = ResponseOf<typeof socialGraphEndpoints.followProfile>;

const { followProfile: FOLLOW } = socialGraphEndpoints;

/** Endpoints for accounts and the social graph. Features add cache behaviour. */
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

/** Arguments of a follow: the profile as displayed. The call toggles its follow state. */
export type FollowToggle = Pick<Profile, 'id' | 'nickname' | 'isItFollowed'> & {
  readonly idempotencyKey: string;
};

const profileMutations = profilesApi.injectEndpoints({
  endpoints: (build) => ({
    toggleFollow: build.mutation<FollowResponse, FollowToggle>({
      queryFn: ({ id, isItFollowed, idempotencyKey }, _api, _options, send) =>
        sendToggle<FollowResponse>(
          (key) => send(createRequest(FOLLOW, { idProfileToFollow: id, idempotencyKey: key })),
          idempotencyKey,
          (response) => response.isItFollowed !== isItFollowed,
        ),
      invalidatesTags: (response, _, { nickname }) =>
        response ? ['FollowingFeed', { type: 'Followers', id: nickname }] : [],
      onQueryStarted: ({ id, isItFollowed }, lifecycle) =>
        applyOptimisticPatch(
          {
            entity: 'profile',
            id,
            change: { isItFollowed: !isItFollowed },
            getResult: ({ isItFollowed: isFollowed, followers }: FollowResponse) => ({
              isItFollowed: isFollowed,
              followers,
            }),
          },
          lifecycle,
        ),
    }),
  }),
});

/** Invalidates a profile. */
export const refreshProfile = (id: string | undefined): UnknownAction =>
  kindraApi.util.invalidateTags([{ type: 'Profile', id }]);

export const {
  useGetProfileQuery,
  useGetFollowersInfiniteQuery,
  useGetFollowingInfiniteQuery,
  useSuggestedProfilesQuery,
  useSuggestedOrganizationsQuery,
} = profilesApi;
export const { useToggleFollowMutation } = profileMutations;
