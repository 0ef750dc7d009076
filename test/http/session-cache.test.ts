import { setTimeout as delay } from 'node:timers/promises';
import { runAsPeer } from '../../adapters/peers.ts';
import { createPrivateData } from '../../adapters/private-data/private-data.ts';
import { resetFactors } from '../../application/second-factors.ts';
import { login, logout, updateProfile } from '../../contract/accounts.ts';
import * as posts from '../../contract/posts.ts';
import { endOtherSessions, getSessions } from '../../contract/sessions.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { PASSWORD, publishPost, registerNewUser } from './support/people.ts';
import { setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  person = await registerNewUser(client);
});

async function countLookups(source: 'cache' | 'database'): Promise<number> {
  const metric = await api.foundation.metrics?.getSingleMetric('kindra_session_lookups_total')?.get();
  return metric?.values.find(({ labels }) => labels.source === source)?.value ?? 0;
}

const use = ({ token }: AuthResponse) => client.send(getSessions, { token });

/** Uses a session until it is found in the cache. It is not while a process of an earlier test is registered. */
const cacheSession = (session: AuthResponse): Promise<void> =>
  waitUntil(async () => {
    const previousCount = await countLookups('cache');
    await use(session);
    return (await countLookups('cache')) > previousCount;
  });

test('a profile that its owner changes is read again', async () => {
  await cacheSession(person);
  const body = { type: 'profileName', newData: 'Another Name' } as const;
  await client.ok(updateProfile, { token: person.token, body });
  const { creatorData } = await publishPost(client, person.token);
  expect(creatorData.profileName).toBe('Another Name');
});

test('a session that another API process ends is refused at once, from the first request to that process', async () => {
  for (let round = 0; round < 3; round += 1) {
    const otherSession = await client.ok(login, {
      body: { username: person.dataUser.nickname, password: PASSWORD },
    });
    await cacheSession(otherSession);
    const privateData = createPrivateData(api.foundation.pool);
    const otherApi = await api.startAnotherApi({ privateData });
    await createClient(otherApi.url).ok(endOtherSessions, { token: person.token });
    expect((await use(otherSession)).status).toBe(401);
    await otherApi.close();
  }
});

test.each<[string, () => Promise<unknown>]>([
  ['the closing of all sessions', () => api.foundation.privateData.sessions.closeAll(person.dataUser.id)],
  ['an erasure', () => api.foundation.privateData.registry.erase(person.dataUser.id)],
  [
    'a reset of second factors',
    () => resetFactors(api.foundation, { accountId: person.dataUser.id, language: 'en' }),
  ],
])('a session that is ended by %s is refused at once', async (_, endSessions) => {
  await setUpAuthenticator(api, client, person);
  await cacheSession(person);
  await endSessions();
  expect((await use(person)).status).toBe(401);
});

test('a session that a command ends is refused at once', async () => {
  const { pool, progress } = api.foundation;
  await cacheSession(person);
  await runAsPeer({ pool, progress }, () => createPrivateData(pool).sessions.closeAll(person.dataUser.id));
  expect((await use(person)).status).toBe(401);
});

test('sessions are read from the database while another process is registered', async () => {
  await cacheSession(person);
  await api.database.pool.query('INSERT INTO engine.peers VALUES (gen_random_uuid(), now())');
  await waitUntil(async () => {
    const previousCount = await countLookups('database');
    await use(person);
    return (await countLookups('database')) > previousCount;
  });
  await api.database.pool.query('DELETE FROM engine.peers');
});

test('a reader sees what they wrote through another process that has ended since', async () => {
  const author = await registerNewUser(client);
  const { id } = await publishPost(client, author.token);
  const readLikes = async () =>
    (await client.ok(posts.getPost, { token: person.token, params: { id } })).likes;
  await cacheSession(person);
  expect([await readLikes(), await readLikes()]).toEqual([0, 0]);
  const otherApi = await api.startAnotherApi();
  await createClient(otherApi.url).ok(posts.likePublication, {
    token: person.token,
    body: { idPublication: id },
  });
  await otherApi.close();
  expect(await readLikes()).toBe(1);
  await cacheSession(person);
  expect(await readLikes()).toBe(1);
});

const isPending = (response: Promise<unknown>): Promise<boolean> =>
  Promise.race([response.then(() => false), delay(500, true)]);

/** Prevents that registrations are renewed, and runs `work` when they have expired. */
async function runUnregistered(work: () => Promise<void>): Promise<void> {
  const blocker = await api.database.pool.connect();
  try {
    await blocker.query(`SELECT pg_advisory_lock(hashtextextended('peers', 0))`);
    await waitUntil(() => isPending(use(person)));
    await work();
  } finally {
    await blocker.query(`SELECT pg_advisory_unlock(hashtextextended('peers', 0))`);
    blocker.release();
  }
}

test('a process serves no account while it cannot renew its registration', async () => {
  const receiver = await registerNewUser(client);
  const socket = await connectSocket(api.url, person.token);
  const operations: Promise<unknown>[] = [];
  await runUnregistered(async () => {
    socket.send({ receiverId: receiver.dataUser.id, content: 'Hello' });
    const otherSocket = connectSocket(api.url, person.token);
    operations.push(use(person), socket.waitForMessage('Hello'), otherSocket);
    expect((await client.send(posts.forYouPublications, {})).status).toBe(200);
    expect(await Promise.all(operations.map(isPending))).toEqual([true, true, true]);
  });
  const [response] = await Promise.all(operations);
  expect(response).toMatchObject({ status: 200 });
  socket.close();
});

test('a process whose registration expires during a call registers again before it responds', async () => {
  const { pool } = api.database;
  const locker = await pool.connect();
  const selectSession = 'SELECT FROM private.sessions WHERE account_id = $1';
  await locker.query('BEGIN');
  await locker.query(`${selectSession} FOR UPDATE`, [person.dataUser.id]);
  const response = client.send(logout, { token: person.token });
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE 'DELETE FROM private.sessions%'`,
    );
    return rowCount === 1;
  });
  await runUnregistered(async () => {
    await locker.query('COMMIT');
    locker.release();
    await waitUntil(async () => (await pool.query(selectSession, [person.dataUser.id])).rowCount === 0);
    expect(await isPending(response)).toBe(true);
  });
  expect((await response).status).toBe(204);
});
