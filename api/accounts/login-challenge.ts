import { createHmac } from 'node:crypto';
import type { FACTOR_METHODS } from '../../contract/fields.ts';
import { incorrectCredentials, secondFactorRequired } from '../../contract/problems.ts';
import { type AccountId, addMs, type Uuid } from '../../domain/kernel/ids.ts';
import { ApiFailure } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

const CHALLENGE_TTL_MS = 10 * 60_000;

/** A login with a correct password or identity that still requires a second factor. */
export interface LoginChallenge {
  readonly token: string;
  readonly methods: (typeof FACTOR_METHODS)[number][];
  readonly expiration: string;
}

/**
 * Creates a login challenge if the account has a second factor. The same `loginId` always returns the same token.
 * @param passwordHash hash of the password that was verified, if any
 * @throws ApiFailure 400 if the password has changed since it was verified
 */
export async function createLoginChallenge(
  { privateData, clock, secret }: Pick<ApiSystem, 'privateData' | 'clock' | 'secret'>,
  accountId: AccountId,
  loginId: Uuid,
  passwordHash?: string | null,
): Promise<LoginChallenge | null> {
  const { hasAuthenticator, passkeys, recoveryCodes } = await privateData.secondFactors.summarize(accountId);
  if (!hasAuthenticator && passkeys.length === 0) return null;
  const token = createHmac('sha256', secret).update(`login-challenge:${loginId}`).digest('base64url');
  const expiration = addMs(clock.now(), CHALLENGE_TTL_MS);
  const isStored = await privateData.challenges.beginLogin({ token, accountId, passwordHash }, expiration);
  if (!isStored) throw createCredentialsFailure();
  const methods: LoginChallenge['methods'] = [
    ...(hasAuthenticator ? (['AUTHENTICATOR'] as const) : []),
    ...(passkeys.length > 0 ? (['PASSKEY'] as const) : []),
    ...(recoveryCodes > 0 ? (['RECOVERY_CODE'] as const) : []),
  ];
  return { token, methods, expiration };
}

/** Creates the 400 failure for a wrong username or password. */
export const createCredentialsFailure = (): ApiFailure => new ApiFailure(400, incorrectCredentials);

/** Creates the 403 failure for a login that needs a second factor. */
export const createSecondFactorFailure = (challenge: LoginChallenge): ApiFailure =>
  new ApiFailure(403, secondFactorRequired, { challenge });
