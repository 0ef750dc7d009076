import type { login } from '../../../../api/contract/accounts.ts';
import type { BodyOf } from '../../../../api/contract/call.ts';
import type { AuthResponse, SessionUser } from '../../../../api/contract/shapes.ts';
import { kindraApi } from '../../api/base.ts';
import { loadDeviceToken } from '../../state/device-storage.ts';
import type { OrganizationBody, PersonalBody } from './registration/form.ts';

/** A registration; the same key for the same body makes sending it again harmless. */
export type Registration = { readonly key: string } & (
  | { readonly kind: 'USER'; readonly body: PersonalBody }
  | { readonly kind: 'ORG'; readonly body: OrganizationBody }
);

/** What the identity provider sent back. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
}

const LOGGING_IN = { networkFailure: 'Error completing request when logging in.' };
/** The server holds a login back for up to 30 s when others try to guess its password. */
const LOGIN_WAIT_MS = 45_000;
const UPDATING = { networkFailure: 'Error making request to update your profile.' };
/** The form tells: at a field that was refused, otherwise as a message. */
const TOLD_BY_FORM = { quiet: true };

const accountsApi = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<AuthResponse, Registration>({
      query: ({ kind, body, key }) => ({
        url: `/api/register/${kind}`,
        method: 'POST',
        body,
        idempotencyKey: key,
        deviceToken: loadDeviceToken(),
      }),
      extraOptions: { networkFailure: 'Error completing registration request.', ...TOLD_BY_FORM },
    }),

    login: build.mutation<AuthResponse, BodyOf<typeof login>>({
      query: (body) => ({
        url: '/api/login',
        method: 'POST',
        body,
        deviceToken: loadDeviceToken(),
        timeout: LOGIN_WAIT_MS,
      }),
      extraOptions: LOGGING_IN,
    }),

    /** Asks for the address of the identity provider; each has its own state, so it is never kept. */
    googleAddress: build.mutation<string, void>({
      query: () => '/api/google/login',
      extraOptions: LOGGING_IN,
    }),

    googleCode: build.mutation<AuthResponse, ProviderAnswer>({
      query: ({ code, state }) => ({ url: '/api/google/code', method: 'POST', params: { code, state } }),
      extraOptions: LOGGING_IN,
    }),

    logout: build.mutation<null, void>({
      query: () => ({ url: '/api/logout', method: 'POST' }),
      extraOptions: { quiet: true },
    }),

    updateProfileName: build.mutation<SessionUser, string>({
      query: (newData) => ({
        url: '/api/updateProfile',
        method: 'PUT',
        body: { type: 'profileName', newData },
      }),
      extraOptions: { ...UPDATING, ...TOLD_BY_FORM },
    }),

    updateNickname: build.mutation<AuthResponse, string>({
      query: (newData) => ({
        url: '/api/updateProfileAndToken',
        method: 'PUT',
        body: { type: 'nickname', newData },
      }),
      extraOptions: { ...UPDATING, ...TOLD_BY_FORM },
    }),

    deactivate: build.mutation<{ message: string }, void>({
      query: () => ({ url: '/api/profile/deactivate', method: 'PUT' }),
      extraOptions: UPDATING,
    }),
  }),
});

export const {
  useRegisterMutation,
  useLoginMutation,
  useGoogleAddressMutation,
  useGoogleCodeMutation,
  useLogoutMutation,
  useUpdateProfileNameMutation,
  useUpdateNicknameMutation,
  useDeactivateMutation,
} = accountsApi;
