import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { createPeers, runAsPeer } from '../../adapters/peers.ts';
import { type Peers, RegistrationFailed } from '../../domain/ports/peers.ts';
import type { Checkpoint } from '../../domain/ports/read-models.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/wait.ts';

let database: TestDatabase;
const createdPeers: Peers[] = [];

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await Promise.all(createdPeers.splice(0).map((peers) => peers.unregister()));
  await database.drop();
});

/** Short durations, so that a test covers many periods. */
const SHORT_TIMING = { renewalIntervalMs: 20, exclusiveMs: 60, waitMs: 70, registeredMs: 5_000 };
/** With these durations, a process renews its registration only when a test calls `register`. */
const PAUSED_TIMING = {
  renewalIntervalMs: 1_000_000,
  exclusiveMs: 1_000,
  waitMs: 1_100,
  registeredMs: 1_500,
};

function create(
  timing = SHORT_TIMING,
  observe: (checkpoints: readonly Checkpoint[]) => void = () => {},
): Peers {
  const peers = createPeers({ pool: database.pool, observe, timing });
  createdPeers.push(peers);
  return peers;
}

async function registerPeer(timing = SHORT_TIMING): Promise<Peers> {
  const peers = create(timing);
  await peers.register();
  return peers;
}

const isExclusive = (peers: Peers): boolean => peers.getExclusivePeriod() !== null;

const insertPeer = (age: string) =>
  database.pool.query(`INSERT INTO engine.peers VALUES (gen_random_uuid(), now() - $1::interval)`, [age]);

test('a process is the only one until another one registers, and again after that one has unregistered', async () => {
  const first = await registerPeer();
  expect(isExclusive(first)).toBe(true);
  const firstPeriod = first.getExclusivePeriod();
  const second = await registerPeer();
  expect([isExclusive(first), isExclusive(second)]).toEqual([false, false]);
  await second.unregister();
  await waitUntil(() => isExclusive(first));
  expect(first.getExclusivePeriod()).not.toBe(firstPeriod);
});

test('a process that has ended without unregistering prevents exclusive periods for 10 s', async () => {
  await insertPeer('8 seconds');
  const peers = await registerPeer();
  expect(isExclusive(peers)).toBe(false);
  await database.pool.query(`UPDATE engine.peers SET seen_at = seen_at - interval '3 seconds'`);
  await waitUntil(() => isExclusive(peers));
});

test('a running process renews its registration', async () => {
  const [first] = await Promise.all([registerPeer(), registerPeer()]);
  await database.pool.query(`UPDATE engine.peers SET seen_at = now() - interval '9 seconds'`);
  await waitUntil(async () => {
    const { rows } = await database.pool.query<{ age: number }>(
      'SELECT extract(epoch FROM max(now() - seen_at))::float8 AS age FROM engine.peers',
    );
    return (rows[0]?.age ?? 0) < 3;
  });
  expect(isExclusive(first)).toBe(false);
});

test('a process that was suspended is not registered, and starts another exclusive period after its next registration', async () => {
  const peers = await registerPeer(PAUSED_TIMING);
  const period = peers.getExclusivePeriod();
  expect(period).not.toBeNull();
  await waitUntil(() => !peers.isRegistered());
  expect(peers.getExclusivePeriod()).toBeNull();
  await peers.register();
  expect([peers.isRegistered(), isExclusive(peers)]).toEqual([true, true]);
  expect(peers.getExclusivePeriod()).not.toBe(period);
});

test('a process of a machine that was suspended is not registered, although its monotonic clock has stopped', async () => {
  const peers = await registerPeer(PAUSED_TIMING);
  const resumedAt = Date.now() + 60_000;
  const dateSpy = jest.spyOn(Date, 'now').mockReturnValue(resumedAt);
  const isUsable = [peers.isRegistered(), isExclusive(peers)];
  dateSpy.mockRestore();
  expect(isUsable).toEqual([false, false]);
});

test('a process that was ignored during its work registers again before the work is complete', async () => {
  const first = await registerPeer();
  let ignoredPeriod: number | null = null;
  const progress = { observe: () => {} };
  const work = async (): Promise<void> => {
    await database.pool.query('DELETE FROM engine.peers');
    await waitUntil(() => isExclusive(first));
    ignoredPeriod = first.getExclusivePeriod();
    await delay(PAUSED_TIMING.registeredMs);
  };
  await runAsPeer({ pool: database.pool, progress }, work, PAUSED_TIMING);
  expect(ignoredPeriod).not.toBeNull();
  expect(first.getExclusivePeriod()).not.toBe(ignoredPeriod);
});

test('a registration that the database confirms too late fails', async () => {
  const peers = create({ ...PAUSED_TIMING, registeredMs: 0 });
  await expect(peers.register()).rejects.toBeInstanceOf(RegistrationFailed);
});

test('the checkpoints are observed when an exclusive period starts or continues', async () => {
  await database.pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('posts', 7)`);
  const observedCheckpoints: Checkpoint[] = [];
  const peers = create(SHORT_TIMING, (checkpoints) => observedCheckpoints.push(...checkpoints));
  await waitUntil(() => isExclusive(peers));
  expect(observedCheckpoints).toContainEqual({ projection: 'posts', position: 7, epoch: 0 });
});

test('while a process is the only one, no other one is registered', async () => {
  const registeredPeers = new Set<Peers>();
  let isFinished = false;
  let exclusiveCount = 0;

  async function registerRepeatedly(n: number): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const peers = create();
      await peers.register();
      registeredPeers.add(peers);
      await delay(Math.random() * 100 * (n + 1));
      registeredPeers.delete(peers);
      await peers.unregister();
      await delay(Math.random() * 300);
    }
  }

  async function check(): Promise<void> {
    while (!isFinished) {
      const runningPeers = [...registeredPeers].filter((peers) => peers.isRegistered());
      const exclusivePeers = runningPeers.filter(isExclusive);
      if (exclusivePeers.length > 0) expect(runningPeers).toHaveLength(1);
      exclusiveCount += exclusivePeers.length;
      await delay(1);
    }
  }

  const checks = check();
  await Promise.all([0, 1, 2].map(registerRepeatedly));
  isFinished = true;
  await checks;
  expect(exclusiveCount).toBeGreaterThan(0);
});
