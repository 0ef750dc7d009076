import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { accountsEndpoints } from '../../../../contract/endpoints/accounts.ts';
import type { SessionUser } from '../../../../contract/shapes.ts';
import { createRequest } from '../../api/endpoints.ts';
import { entitiesReceived, getReadPosition } from '../../api/entities.ts';
import { profilesApi } from '../../api/profiles.ts';

const REGISTER_OPTIONS = { networkFailure: 'accounts:failures.register', isQuiet: true } as const;
const LOGIN_OPTIONS = { networkFailure: 'accounts:failures.login' } as const;
/**
 * Timeout of a login, in milliseconds. The server delays logins by up to 30 s while the account is under a password
 * guessing attack.
 */
const LOGIN_TIMEOUT_MS = 45_000;
const UPDATE_OPTIONS = { networkFailure: 'accounts:failures.update' } as const;

/** Returns the action that stores the current user's profile texts at the log position of their change. */
function storeOwnProfile(user: SessionUser, meta: FetchBaseQueryMeta | undefined) {
  const { id, idProfile, nickname, profileName, role, bio, website, avatar } = user;
  return entitiesReceived({
    entity: 'profile',
    entities: [{ id, idProfile, nickname, profileName, role, bio, website, avatar }],
    position: getReadPosition(meta) ?? 0,
  });
}

const accountsApi = profilesApi
  .enhanceEndpoints({
    endpoints: {
      registerUser: { extraOptions: REGISTER_OPTIONS },
      registerOrganization: { extraOptions: REGISTER_OPTIONS },
      login: { extraOptions: { ...LOGIN_OPTIONS, timeoutMs: LOGIN_TIMEOUT_MS, isQuiet: true } },
      googleCode: { extraOptions: LOGIN_OPTIONS },
      logout: { extraOptions: { isQuiet: true } },
      updateProfile: {
        extraOptions: { ...UPDATE_OPTIONS, isQuiet: true },
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(storeOwnProfile(response.data, response.meta));
        },
      },
      setProfilePicture: {
        extraOptions: { ...UPDATE_OPTIONS, isQuiet: true },
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(storeOwnProfile(response.data, response.meta));
        },
      },
      removeProfilePicture: {
        extraOptions: UPDATE_OPTIONS,
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(storeOwnProfile(response.data, response.meta));
        },
      },
      updateProfileAndToken: {
        extraOptions: { ...UPDATE_OPTIONS, isQuiet: true },
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(storeOwnProfile(response.data.dataUser, response.meta));
        },
      },
      deactivateProfile: { extraOptions: UPDATE_OPTIONS },
      changePassword: { extraOptions: { ...UPDATE_OPTIONS, isQuiet: true } },
      forgotPassword: { extraOptions: { ...UPDATE_OPTIONS, isQuiet: true } },
      resetPassword: { extraOptions: { ...UPDATE_OPTIONS, isQuiet: true } },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** URL of the identity provider. Each URL contains a new state, so it is never cached. */
      googleAddress: build.mutation<string, void>({
        query: () => createRequest(accountsEndpoints.googleLogin, undefined),
        extraOptions: LOGIN_OPTIONS,
      }),
    }),
  });

export const {
  useRegisterUserMutation,
  useRegisterOrganizationMutation,
  useLoginMutation,
  useGoogleAddressMutation,
  useGoogleCodeMutation,
  useLogoutMutation,
  useUpdateProfileMutation,
  useUpdateProfileAndTokenMutation,
  useSetProfilePictureMutation,
  useRemoveProfilePictureMutation,
  useDeactivateProfileMutation,
  useChangePasswordMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = accountsApi;
