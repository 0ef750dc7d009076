import { Secret, TOTP } from 'otpauth';
import * as accounts from '../../../contract/accounts.ts';
import type { ApiError } from '../../../contract/fields.ts';
import * as contract from '../../../contract/second-factors.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';
import { createAuthenticator, type TestAuthenticator } from './passkey.ts';
import { PASSWORD } from './people.ts';

const PERIOD_MS = 30_000;

/** Returns the TOTP code for a secret. The code is valid `steps` periods from now. */
export const getCode = (api: TestApi, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse(api.clock.now()) + steps * PERIOD_MS,
  });

/** Advances the clock by one TOTP period, so that the next code becomes valid. */
export const advanceToNextCode = (api: TestApi): void => api.clock.advance(PERIOD_MS);

/** Sets up an authenticator app and advances the clock until the next code is valid. */
export async function setUpAuthenticator(api: TestApi, client: Client, { token }: AuthResponse) {
  const { secret, uri } = await client.ok(contract.beginAuthenticator, { token });
  const { recoveryCodes } = await client.ok(contract.activateAuthenticator, {
    token,
    body: { code: getCode(api, secret) },
  });
  advanceToNextCode(api);
  return { secret, uri, recoveryCodes: recoveryCodes ?? [] };
}

/** Adds an authenticator's passkey to an account. */
export async function addPasskey(
  api: TestApi,
  client: Client,
  { token }: AuthResponse,
  name = 'My phone',
  authenticator: TestAuthenticator = createAuthenticator(api.url.replace('127.0.0.1', 'localhost')),
) {
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = authenticator.create(options);
  const { recoveryCodes } = await client.ok(contract.addPasskey, { token, body: { passkey, name } });
  return { authenticator, recoveryCodes: recoveryCodes ?? [] };
}

/** Logs in with a password. Returns the challenge for the second factor. */
export async function beginLogin(client: Client, username: string, password = PASSWORD) {
  const { status, body } = await client.send(accounts.login, { body: { username, password } });
  const { code, challenge } = body as unknown as ApiError;
  if (status !== 403 || code !== 'SECOND_FACTOR_REQUIRED' || !challenge)
    throw new Error(`the login returned ${status} ${code}`);
  return challenge;
}
