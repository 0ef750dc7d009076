import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { accountsEndpoints } from '../../../../contract/endpoints/accounts.ts';
import type { AuthResponse, SessionUser } from '../../../../contract/shapes.ts';
import { createRequest } from '../../api/endpoints.ts';
import { entitiesReceived, getReadPosition } from '../../api/entities.ts';
import { profilesApi } from '../../api/profiles.ts';

const REGISTER_OPTIONS = { networkFailure: 'accounts:failures.register', isQuiet: true } as const;
const LOGIN_OPTIONS = { networkFailure: 'accounts:failures.login' } as const;
/** The server delays logins by up to 30 s while the account is under a password guessing attack. */
const LOGIN_TIMEOUT_MS = 45_000;
const UPDATE_OPTIONS = { networkFailure: 'accounts:failures.update' } as const;
const QUIET_UPDATE_OPTIONS = { ...UPDATE_OPTIONS, isQuiet: true } as const;

interface Lifecycle<Response> {
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly queryFulfilled: Promise<{
    readonly data: Response;
    readonly meta: FetchBaseQueryMeta | undefined;
  }>;
}

/** Stores the current user's changed profile texts at the log position of their change. */
const storeOwnProfile =
  <Response>(getUser: (response: Response) => SessionUser) =>
  async (_: unknown, { dispatch, queryFulfilled }: Lifecycle<Response>): Promise<void> => {
    const response = await queryFulfilled.catch(() => null);
    if (!response) return;
    const { id, idProfile, nickname, profileName, role, bio, website, avatar } = getUser(response.data);
    dispatch(
      entitiesReceived({
        entity: 'profile',
        entities: [{ id, idProfile, nickname, profileName, role, bio, website, avatar }],
        position: getReadPosition(response.meta) ?? 0,
      }),
    );
  };

const accountsApi = profilesApi
  .enhanceEndpoints({
    endpoints: {
      registerUser: { extraOptions: REGISTER_OPTIONS },
      registerOrganization: { extraOptions: REGISTER_OPTIONS },
      login: { extraOptions: { ...LOGIN_OPTIONS, timeoutMs: LOGIN_TIMEOUT_MS, isQuiet: true } },
      googleCode: { extraOptions: LOGIN_OPTIONS },
      logout: { extraOptions: { isQuiet: true } },
      updateProfile: {
        extraOptions: QUIET_UPDATE_OPTIONS,
        onQueryStarted: storeOwnProfile((user: SessionUser) => user),
      },
      setProfilePicture: {
        extraOptions: QUIET_UPDATE_OPTIONS,
        onQueryStarted: storeOwnProfile((user: SessionUser) => user),
      },
      removeProfilePicture: {
        extraOptions: UPDATE_OPTIONS,
        onQueryStarted: storeOwnProfile((user: SessionUser) => user),
      },
      updateProfileAndToken: {
        extraOptions: QUIET_UPDATE_OPTIONS,
        onQueryStarted: storeOwnProfile(({ dataUser }: AuthResponse) => dataUser),
      },
      deactivateProfile: { extraOptions: UPDATE_OPTIONS },
      changePassword: { extraOptions: QUIET_UPDATE_OPTIONS },
      forgotPassword: { extraOptions: QUIET_UPDATE_OPTIONS },
      resetPassword: { extraOptions: QUIET_UPDATE_OPTIONS },
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
