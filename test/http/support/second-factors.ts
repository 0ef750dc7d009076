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

/** Returns the code of a secret, as an authenticator app shows it. */
export const getCode = (api: TestApi, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse(api.clock.now()) + steps * PERIOD_MS,
  });

/** Moves the clock to the next code. */
export const waitForNextCode = (api: TestApi): void => api.clock.forward(PERIOD_MS);

/** Sets up an authenticator app, and moves the clock to the next code. */
export async function setUpAuthenticator(api: TestApi, client: Client, { token }: AuthResponse) {
  const { secret, uri } = await client.ok(contract.beginAuthenticator, { token });
  const { recoveryCodes } = await client.ok(contract.activateAuthenticator, {
    token,
    body: { code: getCode(api, secret) },
  });
  waitForNextCode(api);
  return { secret, uri, recoveryCodes: recoveryCodes ?? [] };
}

/** Adds a passkey on an authenticator. */
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

/** Logs in with the password. Returns the challenge of the second factor. */
export async function beginLogin(client: Client, username: string, password = PASSWORD) {
  const { status, body } = await client.send(accounts.login, { body: { username, password } });
  const { code, challenge } = body as unknown as ApiError;
  if (status !== 403 || code !== 'SECOND_FACTOR_REQUIRED' || !challenge)
    throw new Error(`the login answered ${status} ${code}`);
  return challenge;
}
