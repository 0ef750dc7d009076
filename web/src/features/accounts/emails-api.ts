import { emailEndpoints } from '../../../../contract/endpoints/emails.ts';
import { kindraApi } from '../../api/base.ts';
import { createEndpoints } from '../../api/endpoints.ts';

const QUIET = { extraOptions: { isQuiet: true } } as const;

export const {
  useGetEmailQuery,
  useChangeEmailMutation,
  useVerifyEmailMutation,
  useUndoEmailChangeMutation,
  useSetPasswordMutation,
} = kindraApi.injectEndpoints({ endpoints: createEndpoints(emailEndpoints) }).enhanceEndpoints({
  endpoints: {
    getEmail: QUIET,
    changeEmail: QUIET,
    verifyEmail: QUIET,
    undoEmailChange: QUIET,
    setPassword: QUIET,
  },
});
