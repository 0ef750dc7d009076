import { createResetLink } from '../../application/passwords.ts';
import * as contract from '../../contract/accounts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { addMs } from '../../domain/kernel/ids.ts';
import { getStatusAndCode } from './support/client.ts';
import { PASSWORD, registerNewUser } from './support/people.ts';
import { setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const NO_SESSION = '00000000-0000-7000-8000-000000000000';
const ROUNDS = 300;
const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'Third33Words';
const REFUSED = [400, 'INCORRECT_CREDENTIALS'];

let afterVerification: (() => Promise<void>) | null = null;

setUpTestApi({
  adapt: (foundation) => ({
    ...foundation,
    passwords: {
      ...foundation.passwords,
      async verify(...args) {
        const isCorrect = await foundation.passwords.verify(...args);
        const work = afterVerification;
        afterVerification = null;
        await work?.();
        return isCorrect;
      },
    },
  }),
});

async function resetPassword({ dataUser: { id } }: AuthResponse): Promise<void> {
  const link = await createResetLink(api.foundation, id, api.url);
  const body = { token: link?.split('#')[1] ?? '', password: NEW_PASSWORD };
  expect((await client.send(contract.resetPassword, { body })).status).toBe(204);
}

const logIn = ({ dataUser: { nickname } }: AuthResponse, password = PASSWORD) =>
  client.send(contract.login, { body: { username: nickname, password } });

/** Sends a login with the old password. The password is reset after the old one was verified. */
function logInDuringReset(person: AuthResponse) {
  afterVerification = () => resetPassword(person);
  return getStatusAndCode(logIn(person));
}

test('a login whose password is reset after its verification is refused', async () => {
  const person = await registerNewUser(client);
  expect(await logInDuringReset(person)).toEqual(REFUSED);
  expect((await logIn(person, NEW_PASSWORD)).status).toBe(200);
});

test('a login whose password is reset after its verification gets no challenge for the second factor', async () => {
  const person = await registerNewUser(client);
  await setUpAuthenticator(api, client, person);
  expect(await logInDuringReset(person)).toEqual(REFUSED);
});

test('a session or challenge that is created during a password change does not survive it', async () => {
  const { privateData, ids, clock, pool } = api.foundation;
  const { dataUser } = await registerNewUser(client);
  const accountId = dataUser.id;
  let currentHash = (await privateData.registry.findPasswordHash(accountId)) ?? '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const [id, token, expiresAt] = [ids.next(), ids.next(), addMs(clock.now(), MINUTE_MS)];
    const newHash = `hash ${round}`;
    const session = { id, accountId, createdAt: clock.now(), expiresAt };
    await Promise.all([
      privateData.sessions.open(session, { passwordHash: currentHash }),
      privateData.challenges.beginLogin({ token, accountId, passwordHash: currentHash }, expiresAt),
      privateData.registry.changePassword({ accountId, currentHash, newHash, keptSessionId: NO_SESSION }),
    ]);
    const { rows } = await pool.query(
      `SELECT id::text FROM private.sessions WHERE account_id = $1
       UNION ALL SELECT purpose FROM private.challenges WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([]);
    currentHash = newHash;
  }
});
