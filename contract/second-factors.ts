import { z } from 'zod';
import type { Rule } from '../domain/kernel/problem.ts';
import { forbiddenCharacters } from '../domain/kernel/problems.ts';
import { countCodePoints, hasForbiddenCharacters } from '../domain/kernel/text.ts';
import { loginForbiddenErrors } from './accounts.ts';
import { defineCall, noContent } from './call.ts';
import { secondFactorsEndpoints } from './endpoints/second-factors.ts';
import { checkedText, count, failWith, failWithNotFound, instant } from './fields.ts';
import * as problems from './problems.ts';
import { authResponse } from './shapes.ts';

/** A code from an authenticator app, or a recovery code. Spaces, hyphens and case are ignored. */
const code = z.string(failWith(problems.wrongCode)).max(64, failWith(problems.wrongCode));

const checkPasskeyName: Rule<string> = (name) => {
  if (name === '') return problems.passkeyNameEmpty;
  if (countCodePoints(name) > problems.passkeyNameTooLong.params.limit) return problems.passkeyNameTooLong;
  return hasForbiddenCharacters(name) ? forbiddenCharacters : null;
};
const passkeyName = checkedText(checkPasskeyName);

const MAX_FIELD_LENGTH = 16_384;
const text = z.string().max(MAX_FIELD_LENGTH);

/** Fields that every WebAuthn credential has when a browser sends it (`PublicKeyCredential.toJSON`). */
const credentialFields = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z.looseObject({}),
};

const passkeyCreation = z
  .object(
    {
      ...credentialFields,
      response: z.object({
        clientDataJSON: text,
        attestationObject: text,
        transports: z.array(z.string().max(20)).max(10).optional(),
      }),
    },
    failWith(problems.passkeyRefused),
  )
  .meta({ id: 'PasskeyCreation', description: 'The new credential, as `PublicKeyCredential.toJSON`.' });

const passkeyAssertion = z
  .object(
    {
      ...credentialFields,
      response: z.object({
        clientDataJSON: text,
        authenticatorData: text,
        signature: text,
        userHandle: text.nullish().transform((handle) => handle ?? undefined),
      }),
    },
    failWith(problems.passkeyRefused),
  )
  .meta({ id: 'PasskeyAnswer', description: 'The signed challenge, as `PublicKeyCredential.toJSON`.' });

const passkeyOptions = z.object({
  options: z.looseObject({ challenge: z.string() }).meta({
    description:
      'Options for `navigator.credentials`, as JSON. The challenge accepts one response, within 5 minutes.',
  }),
});

const passkeyId = z.object({
  id: z.string().refine((value) => /^[\w-]{1,1400}$/.test(value), failWithNotFound(problems.passkeyNotFound)),
});

const passkey = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });

/** New recovery codes. They are returned only once; null if the account still has unused ones. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** The account's second factors, whether it has a password, and whether staff tools require a second factor. */
export const secondFactors = z
  .object({
    hasAuthenticator: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodes: count.meta({ description: 'Number of unused recovery codes.' }),
    hasPassword: z.boolean(),
    isRequired: z
      .boolean()
      .meta({ description: 'Whether the account needs a factor to use the staff tools.' }),
  })
  .meta({ id: 'SecondFactors' });

export const confirmLogin = defineCall({
  ...secondFactorsEndpoints.confirmLogin,
  summary:
    'Completes a login with a code of the authenticator app or a recovery code; 5 attempts in 10 minutes',
  audience: 'all',
  body: z.object({ challenge: z.string(failWith(problems.loginChallengeInvalid)).max(100), code }),
  response: authResponse,
  errors: ['WRONG_CODE', 'LOGIN_CHALLENGE_INVALID', 'LOGIN_LOCKED', ...loginForbiddenErrors],
});

export const beginPasskeyLogin = defineCall({
  ...secondFactorsEndpoints.beginPasskeyLogin,
  summary: 'Creates a challenge for a login with a passkey',
  audience: 'all',
  response: passkeyOptions,
});

export const logInWithPasskey = defineCall({
  ...secondFactorsEndpoints.logInWithPasskey,
  summary: 'Logs in with a passkey, without a password',
  audience: 'all',
  body: z.object({ passkey: passkeyAssertion }),
  response: authResponse,
  errors: ['PASSKEY_REFUSED', ...loginForbiddenErrors],
});

export const getSecondFactors = defineCall({
  ...secondFactorsEndpoints.getSecondFactors,
  summary: 'Returns the second factors of the caller',
  audience: 'user',
  response: secondFactors,
});

export const beginAuthenticator = defineCall({
  ...secondFactorsEndpoints.beginAuthenticator,
  summary: 'Creates the secret of an authenticator app; a code activates it',
  audience: 'user',
  requiresProof: true,
  response: z.object({
    secret: z.string().meta({ description: 'In base32, for manual entry.' }),
    uri: z.string().meta({ description: '`otpauth:` URI, to show as a QR code.' }),
  }),
  errors: ['AUTHENTICATOR_ACTIVE', 'PROOF_REQUIRED'],
});

export const activateAuthenticator = defineCall({
  ...secondFactorsEndpoints.activateAuthenticator,
  summary: 'Activates the authenticator app with its first code',
  audience: 'user',
  requiresProof: true,
  body: z.object({ code }),
  response: newRecoveryCodes,
  errors: ['WRONG_CODE', 'AUTHENTICATOR_MISSING', 'PROOF_REQUIRED'],
});

export const removeAuthenticator = defineCall({
  ...secondFactorsEndpoints.removeAuthenticator,
  summary: 'Removes the authenticator app; without another factor, the recovery codes too',
  audience: 'user',
  requiresProof: true,
  ...noContent,
  errors: ['AUTHENTICATOR_MISSING', 'PROOF_REQUIRED'],
});

export const renewRecoveryCodes = defineCall({
  ...secondFactorsEndpoints.renewRecoveryCodes,
  summary: 'Replaces the recovery codes',
  audience: 'user',
  requiresProof: true,
  response: newRecoveryCodes,
  errors: ['SECOND_FACTOR_MISSING', 'PROOF_REQUIRED'],
});

export const beginPasskey = defineCall({
  ...secondFactorsEndpoints.beginPasskey,
  summary: 'Creates a challenge for a new passkey',
  audience: 'user',
  requiresProof: true,
  response: passkeyOptions,
  errors: ['PROOF_REQUIRED'],
});

export const addPasskey = defineCall({
  ...secondFactorsEndpoints.addPasskey,
  summary: 'Adds a passkey',
  audience: 'user',
  requiresProof: true,
  body: z.object({ passkey: passkeyCreation, name: passkeyName }),
  response: newRecoveryCodes,
  errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'PROOF_REQUIRED'],
});

export const renamePasskey = defineCall({
  ...secondFactorsEndpoints.renamePasskey,
  summary: 'Renames a passkey',
  audience: 'user',
  params: passkeyId,
  body: z.object({ name: passkeyName }),
  ...noContent,
  errors: ['PASSKEY_NOT_FOUND'],
});

export const removePasskey = defineCall({
  ...secondFactorsEndpoints.removePasskey,
  summary: 'Removes a passkey; without another factor, the recovery codes too',
  audience: 'user',
  requiresProof: true,
  params: passkeyId,
  ...noContent,
  errors: ['PASSKEY_NOT_FOUND', 'PROOF_REQUIRED'],
});

export const beginProof = defineCall({
  ...secondFactorsEndpoints.beginProof,
  summary: 'Creates a challenge for a proof of identity with a passkey',
  audience: 'user',
  response: passkeyOptions,
});

export const proveIdentity = defineCall({
  ...secondFactorsEndpoints.proveIdentity,
  summary: 'Proves with the password, a code or a passkey that the session is used by its owner',
  audience: 'user',
  body: z.object({
    password: z
      .string(failWith(problems.wrongPassword))
      .max(1_000, failWith(problems.wrongPassword))
      .optional(),
    code: code.optional(),
    passkey: passkeyAssertion.optional(),
  }),
  ...noContent,
  errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'PASSKEY_REFUSED', 'PROOF_MISSING'],
});
