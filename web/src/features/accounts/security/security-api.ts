import { secondFactorsEndpoints } from '../../../../../contract/endpoints/second-factors.ts';
import { kindraApi } from '../../../api/base.ts';
import { createEndpoints, type ResponseOf } from '../../../api/endpoints.ts';

/** The account's second factors: passkeys, authenticator app and recovery codes. */
export type SecondFactors = ResponseOf<typeof secondFactorsEndpoints.getSecondFactors>;
/** A passkey of the account, as listed in its settings. */
export type Passkey = SecondFactors['passkeys'][number];

const QUIET = { extraOptions: { isQuiet: true } } as const;
/** Options of a login. The server delays a login by up to 30 s while the account is under attack. */
const LOGIN_OPTIONS = { extraOptions: { isQuiet: true, timeoutMs: 45_000 } } as const;

export const {
  useConfirmLoginMutation,
  useBeginPasskeyLoginMutation,
  useLogInWithPasskeyMutation,
  useGetSecondFactorsQuery,
  useBeginAuthenticatorMutation,
  useActivateAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
  useRenewRecoveryCodesMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useBeginProofMutation,
  useProveIdentityMutation,
} = kindraApi.injectEndpoints({ endpoints: createEndpoints(secondFactorsEndpoints) }).enhanceEndpoints({
  endpoints: {
    confirmLogin: LOGIN_OPTIONS,
    beginPasskeyLogin: QUIET,
    logInWithPasskey: QUIET,
    getSecondFactors: QUIET,
    activateAuthenticator: QUIET,
    addPasskey: QUIET,
    renamePasskey: QUIET,
    beginProof: QUIET,
    proveIdentity: QUIET,
  },
});
