import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/sessions.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { waitUntil } from '../support/wait.ts';
import { grantStaffRole, PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const UNKNOWN_ID = '01980000-0000-7000-8000-00000000dead';

let person: AuthResponse;

setUpTestApiPerTest();
beforeEach(async () => {
  person = await registerNewUser(client);
});

const logIn = (headers: Readonly<Record<string, string>> = {}) =>
  client.ok(accounts.login, { body: { username: person.dataUser.nickname, password: PASSWORD }, headers });
const listSessions = ({ token }: AuthResponse) => client.ok(contract.getSessions, { token });
const getSessionStatus = async ({ token }: AuthResponse) => (await client.send(getWallet, { token })).status;
const endSession = ({ token }: AuthResponse, id: string) =>
  client.send(contract.endSession, { token, params: { id } });
const getOtherSessionId = async () =>
  (await listSessions(person)).find(({ isCurrent }) => !isCurrent)?.id ?? '';

/** Uses a session up to `times` times at a fixed interval, until a use fails. Returns the number of successful uses. */
async function countUses(session: AuthResponse, intervalMs: number, times: number): Promise<number> {
  for (let useCount = 0; useCount < times; useCount += 1) {
    const previousUse = api.clock.now();
    api.clock.advance(intervalMs);
    if ((await getSessionStatus(session)) !== 200) return useCount;
    await waitUntil(async () => {
      const { rows } = await api.database.pool.query(
        'SELECT FROM private.sessions WHERE account_id = $1 AND last_used_at > $2',
        [session.dataUser.id, previousUse],
      );
      return rows.length > 0;
    });
  }
  return times;
}

test('lists the sessions with their devices, the last used first', async () => {
  const otherSession = await logIn({ 'User-Agent': FIREFOX });
  const sessions = await listSessions(otherSession);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(sessions[0]).toMatchObject({ browser: 'Firefox', system: 'Windows' });
  const otherUser = await registerNewUser(client);
  expect(await listSessions(otherUser)).toHaveLength(1);
});

test('ends one session, whose token is then refused', async () => {
  const otherSession = await logIn();
  expect((await endSession(person, await getOtherSessionId())).status).toBe(204);
  expect([await getSessionStatus(person), await getSessionStatus(otherSession)]).toEqual([200, 401]);
  expect(await listSessions(person)).toHaveLength(1);
});

test.each([UNKNOWN_ID, 'no-id'])('refuses to end the unknown session %s', async (id) => {
  const { status, body } = await endSession(person, id);
  expect([status, (body as { code?: string }).code]).toEqual([404, 'SESSION_NOT_FOUND']);
});

test('does not end a session of another account', async () => {
  const otherUser = await registerNewUser(client);
  const [session] = await listSessions(otherUser);
  expect((await endSession(person, session?.id ?? '')).status).toBe(404);
  expect(await getSessionStatus(otherUser)).toBe(200);
});

test('nickname changes that are sent at the same time leave one session', async () => {
  const { token } = person;
  const responses = await Promise.all(
    ['renamedonce', 'renamedtwice', 'renamedthrice'].map((newData) =>
      client.send(accounts.updateProfileAndToken, { token, body: { type: 'nickname', newData } }),
    ),
  );
  const renamedSessions = responses
    .filter(({ status }) => status === 200)
    .map(({ body }) => body as AuthResponse);
  expect(renamedSessions).not.toEqual([]);
  expect(await getSessionStatus(person)).toBe(401);
  for (const session of renamedSessions) expect(await listSessions(session)).toHaveLength(1);
});

test('ends all other sessions', async () => {
  const otherSessions = [await logIn(), await logIn()];
  expect((await client.send(contract.endOtherSessions, { token: person.token })).status).toBe(204);
  expect(await Promise.all([person, ...otherSessions].map(getSessionStatus))).toEqual([200, 401, 401]);
});

test('a session ends after 30 days without use', async () => {
  api.clock.advance(30 * DAY_MS - MINUTE_MS);
  expect(await getSessionStatus(person)).toBe(200);
  const otherSession = await logIn();
  api.clock.advance(30 * DAY_MS);
  expect(await getSessionStatus(otherSession)).toBe(401);
});

test('a session that is in use ends after 90 days', async () => {
  expect(await countUses(person, 29 * DAY_MS, 5)).toBe(3);
});

test('a new nickname does not prolong a session', async () => {
  api.clock.advance(29 * DAY_MS);
  const { status, body } = await client.send(accounts.updateProfileAndToken, {
    token: person.token,
    body: { type: 'nickname', newData: 'renamed29' },
  });
  expect(status).toBe(200);
  const renamed = body as AuthResponse;
  expect(renamed.expiration).toBe(person.expiration);
  expect(await countUses(renamed, 29 * DAY_MS, 5)).toBe(2);
});

test('a session of staff ends after 12 hours without use, and after 7 days', async () => {
  await grantStaffRole(api, person.dataUser.id, 'MOD');
  const idleSession = await logIn();
  api.clock.advance(12 * HOUR_MS);
  expect(await getSessionStatus(idleSession)).toBe(401);
  const activeSession = await logIn();
  expect(await countUses(activeSession, 11 * HOUR_MS, 20)).toBe(15);
});

test('a staff role shortens the existing sessions of the account', async () => {
  await grantStaffRole(api, person.dataUser.id, 'MOD');
  api.clock.advance(12 * HOUR_MS);
  expect(await getSessionStatus(person)).toBe(401);
});
