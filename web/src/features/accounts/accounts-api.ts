import { accountsEndpoints } from '../../../../contract/endpoints/accounts.ts';
import { requestOf } from '../../api/endpoints.ts';
import { profileReads } from '../../api/profiles.ts';

const REGISTERING = { networkFailure: 'accounts:failures.register', quiet: true } as const;
const LOGGING_IN = { networkFailure: 'accounts:failures.login' } as const;
/** The server delays a login by up to 30 s while its account is under a password guessing attack. */
const LOGIN_WAIT_MS = 45_000;
const UPDATING = { networkFailure: 'accounts:failures.update' } as const;

const accountsApi = profileReads
  .enhanceEndpoints({
    endpoints: {
      registerUser: { extraOptions: REGISTERING },
      registerOrganization: { extraOptions: REGISTERING },
      login: { extraOptions: { ...LOGGING_IN, waitMs: LOGIN_WAIT_MS } },
      googleCode: { extraOptions: LOGGING_IN },
      logout: { extraOptions: { quiet: true } },
      updateProfile: { extraOptions: { ...UPDATING, quiet: true } },
      updateProfileAndToken: { extraOptions: { ...UPDATING, quiet: true } },
      deactivateProfile: { extraOptions: UPDATING },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Address of the identity provider. Each address contains its own state, so it is never cached. */
      googleAddress: build.mutation<string, void>({
        query: () => requestOf(accountsEndpoints.googleLogin, undefined),
        extraOptions: LOGGING_IN,
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
  useDeactivateProfileMutation,
} = accountsApi;
