import { emailAddressesEndpoints } from '../../../../contract/endpoints/email-addresses.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints } from '../../api/endpoints.ts';

const QUIET = { extraOptions: { isQuiet: true } } as const;

export const {
  useGetEmailQuery,
  useChangeEmailMutation,
  useVerifyEmailMutation,
  useUndoEmailChangeMutation,
  useSetPasswordMutation,
} = kindraApi.injectEndpoints({ endpoints: createEndpoints(emailAddressesEndpoints) }).enhanceEndpoints({
  endpoints: {
    getEmail: QUIET,
    changeEmail: QUIET,
    verifyEmail: QUIET,
    undoEmailChange: QUIET,
    setPassword: QUIET,
  },
});
