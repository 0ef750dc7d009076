import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/sessions.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { waitUntil } from '../support/wait.ts';
import { grant, PASSWORD, registerNewUser } from './support/people.ts';
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
const list = ({ token }: AuthResponse) => client.ok(contract.getSessions, { token });
const getStatus = async ({ token }: AuthResponse) => (await client.send(getWallet, { token })).status;
const end = ({ token }: AuthResponse, id: string) =>
  client.send(contract.endSession, { token, params: { id } });
const getOther = async () => (await list(person)).find(({ isCurrent }) => !isCurrent)?.id ?? '';

/** Uses a session every few days or hours; returns how many uses succeed. */
async function countUses(session: AuthResponse, everyMs: number, times: number): Promise<number> {
  for (let uses = 0; uses < times; uses += 1) {
    const before = api.clock.now();
    api.clock.forward(everyMs);
    if ((await getStatus(session)) !== 200) return uses;
    await waitUntil(async () => {
      const { rows } = await api.database.pool.query(
        'SELECT FROM private.sessions WHERE account_id = $1 AND last_used_at > $2',
        [session.dataUser.id, before],
      );
      return rows.length > 0;
    });
  }
  return times;
}

test('lists the sessions with their devices, the last used first', async () => {
  const other = await logIn({ 'User-Agent': FIREFOX });
  const sessions = await list(other);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(sessions[0]).toMatchObject({ browser: 'Firefox', system: 'Windows' });
  const somebody = await registerNewUser(client);
  expect(await list(somebody)).toHaveLength(1);
});

test('ends one session, whose token is then refused', async () => {
  const other = await logIn();
  expect((await end(person, await getOther())).status).toBe(204);
  expect([await getStatus(person), await getStatus(other)]).toEqual([200, 401]);
  expect(await list(person)).toHaveLength(1);
});

test.each([UNKNOWN_ID, 'no-id'])('refuses to end the unknown session %s', async (id) => {
  const { status, body } = await end(person, id);
  expect([status, (body as { code?: string }).code]).toEqual([404, 'SESSION_NOT_FOUND']);
});

test('does not end a session of another account', async () => {
  const somebody = await registerNewUser(client);
  const [session] = await list(somebody);
  expect((await end(person, session?.id ?? '')).status).toBe(404);
  expect(await getStatus(somebody)).toBe(200);
});

test('ends all other sessions', async () => {
  const others = [await logIn(), await logIn()];
  expect((await client.send(contract.endOtherSessions, { token: person.token })).status).toBe(204);
  expect(await Promise.all([person, ...others].map(getStatus))).toEqual([200, 401, 401]);
});

test('a session ends after 30 days without use', async () => {
  api.clock.forward(30 * DAY_MS - MINUTE_MS);
  expect(await getStatus(person)).toBe(200);
  const other = await logIn();
  api.clock.forward(30 * DAY_MS);
  expect(await getStatus(other)).toBe(401);
});

test('a session that is used ends after 90 days', async () => {
  expect(await countUses(person, 29 * DAY_MS, 5)).toBe(3);
});

test('a session of staff ends after 12 hours without use, and after 7 days', async () => {
  await grant(api, person.dataUser.id, 'MOD');
  const idleSession = await logIn();
  api.clock.forward(12 * HOUR_MS);
  expect(await getStatus(idleSession)).toBe(401);
  const usedSession = await logIn();
  expect(await countUses(usedSession, 11 * HOUR_MS, 20)).toBe(15);
});

test('a role shortens the sessions that the account already has', async () => {
  await grant(api, person.dataUser.id, 'MOD');
  api.clock.forward(12 * HOUR_MS);
  expect(await getStatus(person)).toBe(401);
});
