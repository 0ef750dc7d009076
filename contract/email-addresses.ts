import { z } from 'zod';
import { checkEmail, checkPassword, checkUsername } from '../domain/accounts/rules.ts';
import type { Problem } from '../domain/kernel/problem.ts';
import { defineCall, noContent } from './call.ts';
import { emailAddressesEndpoints } from './endpoints/email-addresses.ts';
import { checkedText, emailLanguage, failWith } from './fields.ts';
import { emailLinkInvalid, undoLinkInvalid } from './problems.ts';

const createTokenSchema = (problem: Problem) => z.string(failWith(problem)).max(100, failWith(problem));

/** The caller's email address, and whether the account has a password. */
export const emailStatus = z
  .object({
    email: z.string(),
    isVerified: z.boolean(),
    pendingEmail: z.string().nullable().meta({ description: 'New address that is not verified yet.' }),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'EmailStatus' });
/** The caller's email address and whether it is verified, in a response. */
export type EmailStatus = z.output<typeof emailStatus>;

export const getEmail = defineCall({
  ...emailAddressesEndpoints.getEmail,
  summary: 'Returns the caller’s email address and whether it is verified',
  audience: 'user',
  response: emailStatus,
});

export const changeEmail = defineCall({
  ...emailAddressesEndpoints.changeEmail,
  summary:
    'Emails a link that verifies an address; a new address replaces the current one when the link is used',
  audience: 'user',
  body: z.object({
    email: checkedText(checkEmail),
    currentPassword: z.string().max(1000).optional().meta({
      description:
        'Required for a new address if the account has a password. Without one, a recent proof of identity is required.',
    }),
    language: emailLanguage,
  }),
  response: emailStatus,
  errors: ['EMAIL_INVALID', 'EMAIL_TAKEN', 'EMAIL_ALREADY_VERIFIED', 'WRONG_PASSWORD', 'PROOF_REQUIRED'],
});

export const verifyEmail = defineCall({
  ...emailAddressesEndpoints.verifyEmail,
  summary: 'Verifies an address with the one-time token of an email',
  audience: 'all',
  body: z.object({ token: createTokenSchema(emailLinkInvalid), language: emailLanguage }),
  ...noContent,
  errors: ['EMAIL_LINK_INVALID', 'EMAIL_TAKEN'],
});

export const undoEmailChange = defineCall({
  ...emailAddressesEndpoints.undoEmailChange,
  summary: 'Restores the address before a change with the token of an email, and ends all sessions',
  audience: 'all',
  body: z.object({ token: createTokenSchema(undoLinkInvalid) }),
  ...noContent,
  errors: ['UNDO_LINK_INVALID', 'EMAIL_TAKEN'],
});

export const setPassword = defineCall({
  ...emailAddressesEndpoints.setPassword,
  summary: 'Sets a username and a password for an account that has no password',
  audience: 'user',
  requiresProof: true,
  body: z.object({
    username: checkedText(checkUsername),
    newPassword: checkedText(checkPassword, { isVerbatim: true }),
    language: emailLanguage,
  }),
  ...noContent,
  errors: ['USERNAME_TAKEN', 'PASSWORD_COMMON', 'PASSWORD_EXISTS', 'PROOF_REQUIRED'],
});
