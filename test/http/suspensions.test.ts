import { openJobQueue } from '../../adapters/jobs/index.ts';
import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { noTracing } from '../../domain/ports/tracing.ts';
import { startJobs } from '../../workers/jobs/worker.ts';
import { waitForResult, waitUntil } from '../support/wait.ts';
import { createUsername, PASSWORD, publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const DAY_MS = 86_400_000;

let moderator: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  moderator = await registerStaff(api, client, 'MOD');
}, 60_000);

const ban = (id: string, days?: unknown) =>
  client.send(contract.banProfile, {
    params: { id },
    body: { reason: 'Sells puppies.', days },
    token: moderator.token,
  });
const logIn = (username: string) => client.send(accounts.login, { body: { username, password: PASSWORD } });
const getProfile = (nickname: string, token?: string) =>
  client.send(accounts.getProfile, { params: { nickname }, ...(token && { token }) });
const listDeactivated = (nickname: string) =>
  client.ok(contract.deactivatedProfiles, { query: { nickname }, token: moderator.token });
const listFeedIds = async () => (await client.ok(posts.forYouPublications, {})).map(({ id }) => id);
const readEvents = (id: string) => api.foundation.rawLog.readStream(`account-${id}`);

/** Suspends an account for one day and advances the clock, so that the suspension ends in `ms` milliseconds. */
async function suspendFor(ms: number, id: string): Promise<void> {
  api.clock.advance(ms - DAY_MS);
  expect((await ban(id, 1)).status).toBe(200);
  api.clock.advance(DAY_MS - ms);
}

describe('a suspension', () => {
  test.each([1, 7, 30] as const)('of %i days refuses logins until its end', async (days) => {
    const username = createUsername();
    const { dataUser, token } = await registerNewUser(client, username);
    const startMs = Date.parse(api.clock.now());
    expect((await ban(dataUser.id, days)).body).toEqual({
      message: 'The account has been successfully suspended.',
    });
    const { status, body } = await logIn(username);
    expect([status, body]).toMatchObject([
      403,
      { code: 'BANNED', type: 'BANNED', message: 'Your account is banned' },
    ]);
    const { until } = body as unknown as { readonly until: string };
    const durationMs = Date.parse(until) - startMs;
    expect(durationMs).toBeGreaterThanOrEqual(days * DAY_MS);
    expect(durationMs).toBeLessThan(days * DAY_MS + 60_000);
    expect((await client.send(accounts.logout, { token })).status).toBe(401);
    expect((await getProfile(dataUser.nickname)).status).toBe(404);
    const staffResponse = await getProfile(dataUser.nickname, moderator.token);
    expect(staffResponse.body).toMatchObject({ state: 'BANNED', until });
    expect(await listDeactivated(dataUser.nickname)).toMatchObject([
      { id: dataUser.id, state: 'BANNED', until },
    ]);
  });

  test('is logged with its end, the actor and the reason', async () => {
    const { dataUser } = await registerNewUser(client);
    await ban(dataUser.id, 7);
    expect((await readEvents(dataUser.id)).at(-1)).toMatchObject({
      type: 'AccountSuspended',
      data: { accountId: dataUser.id, until: expect.stringMatching(/Z$/) },
      metadata: { actor: { kind: 'staff', id: moderator.dataUser.id }, reason: 'Sells puppies.' },
    });
  });

  test('ends by itself, without workers', async () => {
    const username = createUsername();
    const { dataUser, token } = await registerNewUser(client, username);
    const { id: postId } = await publishPost(client, token, 'Back soon');
    const { dataUser: reader, token: readerToken } = await registerNewUser(client);
    await suspendFor(3_000, dataUser.id);
    await api.stopProjections();
    try {
      expect((await getProfile(dataUser.nickname, readerToken)).status).toBe(404);
      expect(await listFeedIds()).not.toContain(postId);
      await waitUntil(async () => (await getProfile(dataUser.nickname, readerToken)).status === 200);
      expect((await getProfile(dataUser.nickname, moderator.token)).body).not.toHaveProperty('state');
      expect(await listDeactivated(dataUser.nickname)).toEqual([]);
      const profilePosts = await client.ok(posts.profilePublications, {
        params: { profile: dataUser.nickname },
        token: readerToken,
      });
      expect(profilePosts.map(({ id }) => id)).toEqual([postId]);
      expect((await readEvents(dataUser.id)).at(-1)?.type).toBe('AccountSuspended');
      expect((await client.send(accounts.logout, { token })).status).toBe(401);
      const loginResponse = await waitForResult(
        () => logIn(username),
        ({ status }) => status === 200,
      );
      const session = { token: (loginResponse.body as AuthResponse).token };
      expect((await getProfile(reader.nickname, session.token)).status).toBe(200);
      expect((await client.send(accounts.deactivateProfile, session)).status).toBe(200);
    } finally {
      await api.startProjections();
    }
    expect((await readEvents(dataUser.id)).slice(-2)).toMatchObject([
      { type: 'AccountReactivated', metadata: { actor: { kind: 'system', id: 'suspensions' } } },
      { type: 'AccountDeactivated' },
    ]);
  });

  test('is ended in the log by a job', async () => {
    const { dataUser } = await registerNewUser(client);
    const { dataUser: otherUser } = await registerNewUser(client);
    await suspendFor(1_000, dataUser.id);
    await ban(otherUser.id, 1);
    await waitUntil(async () => (await getProfile(dataUser.nickname)).status === 200);
    const jobs = openJobQueue({ pool: api.database.pool, redis: undefined, tracing: noTracing });
    const worker = startJobs({ ...api.foundation, jobs });
    try {
      await waitUntil(async () => (await readEvents(dataUser.id)).at(-1)?.type === 'AccountReactivated');
    } finally {
      await worker.close();
      await jobs.close();
    }
    expect((await readEvents(otherUser.id)).at(-1)?.type).toBe('AccountSuspended');
  });

  test('is made permanent by a ban', async () => {
    const { dataUser } = await registerNewUser(client);
    await ban(dataUser.id, 1);
    expect((await ban(dataUser.id)).status).toBe(200);
    const { body } = await getProfile(dataUser.nickname, moderator.token);
    expect(body).toMatchObject({ state: 'BANNED' });
    expect(body).not.toHaveProperty('until');
    const { status, body: refusal } = await ban(dataUser.id, 1);
    expect([status, refusal.code]).toEqual([400, 'CANNOT_SUSPEND']);
  });

  test('can be lifted before its end', async () => {
    const username = createUsername();
    const { dataUser } = await registerNewUser(client, username);
    await ban(dataUser.id, 30);
    const params = { id: dataUser.id };
    await client.ok(contract.reactivateProfile, { params, body: {}, token: moderator.token });
    expect((await logIn(username)).status).toBe(200);
  });

  test.each([0, 2, '7', 1.5, null])('of %j days is refused', async (days) => {
    const { dataUser, token } = await registerNewUser(client);
    const { status, body } = await ban(dataUser.id, days);
    expect([status, body.code]).toEqual([400, 'UNKNOWN_SUSPENSION']);
    expect((await client.send(accounts.logout, { token })).status).toBe(204);
  });

  test.each(['ADMIN', 'MOD'] as const)('of staff is refused: %s', async (role) => {
    const { dataUser } = await registerStaff(api, client, role);
    const { status, body } = await ban(dataUser.id, 7);
    expect([status, body.code]).toEqual([400, 'STAFF_CANNOT_BE_BANNED']);
  });
});
