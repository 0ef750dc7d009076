import { setTimeout as delay } from 'node:timers/promises';
import { joinPeers } from '../../adapters/peers.ts';
import type { Peers } from '../../domain/ports/peers.ts';
import type { Checkpoint } from '../../domain/ports/read-models.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/wait.ts';

let database: TestDatabase;
const joinedPeers: Peers[] = [];

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await Promise.all(joinedPeers.splice(0).map((peers) => peers.leave()));
  await database.drop();
});

/** Short durations, so that a test covers many periods. */
const SHORT_TIMING = { announceIntervalMs: 20, aloneMs: 60, knownMs: 5_000 };
/** A process with these durations announces itself only when a test asks for it. */
const PAUSED_TIMING = { announceIntervalMs: 1_000_000, aloneMs: 1_000, knownMs: 1_500 };

function join(
  timing = SHORT_TIMING,
  observe: (checkpoints: readonly Checkpoint[]) => void = () => {},
): Peers {
  const peers = joinPeers({ pool: database.pool, observe, timing });
  joinedPeers.push(peers);
  return peers;
}

async function joinAndBecomeKnown(timing = SHORT_TIMING): Promise<Peers> {
  const peers = join(timing);
  await peers.becomeKnown();
  return peers;
}

const isAlone = (peers: Peers): boolean => peers.getPeriodAlone() !== null;

const insertPeer = (age: string) =>
  database.pool.query(`INSERT INTO engine.peers VALUES (gen_random_uuid(), now() - $1::interval)`, [age]);

test('a process is alone until another one joins, and again after that one has left', async () => {
  const first = await joinAndBecomeKnown();
  expect(isAlone(first)).toBe(true);
  const firstPeriod = first.getPeriodAlone();
  const second = await joinAndBecomeKnown();
  expect([isAlone(first), isAlone(second)]).toEqual([false, false]);
  await second.leave();
  await waitUntil(() => isAlone(first));
  expect(first.getPeriodAlone()).not.toBe(firstPeriod);
});

test('a process that has ended without leaving counts for 10 s', async () => {
  await insertPeer('8 seconds');
  const peers = await joinAndBecomeKnown();
  expect(isAlone(peers)).toBe(false);
  await database.pool.query(`UPDATE engine.peers SET seen_at = seen_at - interval '3 seconds'`);
  await waitUntil(() => isAlone(peers));
});

test('a running process stays known to its peers', async () => {
  const [first] = await Promise.all([joinAndBecomeKnown(), joinAndBecomeKnown()]);
  await database.pool.query(`UPDATE engine.peers SET seen_at = now() - interval '9 seconds'`);
  await waitUntil(async () => {
    const { rows } = await database.pool.query<{ age: number }>(
      'SELECT extract(epoch FROM max(now() - seen_at))::float8 AS age FROM engine.peers',
    );
    return (rows[0]?.age ?? 0) < 3;
  });
  expect(isAlone(first)).toBe(false);
});

test('a process that was suspended is not alone, and unknown until it has announced itself again', async () => {
  const peers = await joinAndBecomeKnown(PAUSED_TIMING);
  const period = peers.getPeriodAlone();
  expect(period).not.toBeNull();
  await waitUntil(() => !peers.isKnown());
  expect(peers.getPeriodAlone()).toBeNull();
  await peers.becomeKnown();
  expect([peers.isKnown(), isAlone(peers)]).toEqual([true, true]);
  expect(peers.getPeriodAlone()).not.toBe(period);
});

test('the checkpoints at the start of a period alone are observed', async () => {
  await database.pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('posts', 7)`);
  const observedCheckpoints: Checkpoint[] = [];
  const peers = join(SHORT_TIMING, (checkpoints) => observedCheckpoints.push(...checkpoints));
  await waitUntil(() => isAlone(peers));
  expect(observedCheckpoints).toContainEqual({ projection: 'posts', position: 7, epoch: 0 });
});

test('while a process is alone, no other one may answer requests', async () => {
  const knownPeers = new Set<Peers>();
  let isFinished = false;
  let aloneCount = 0;

  async function joinRepeatedly(n: number): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const peers = join();
      await peers.becomeKnown();
      knownPeers.add(peers);
      await delay(Math.random() * 100 * (n + 1));
      knownPeers.delete(peers);
      await peers.leave();
      await delay(Math.random() * 300);
    }
  }

  async function check(): Promise<void> {
    while (!isFinished) {
      const runningPeers = [...knownPeers].filter((peers) => peers.isKnown());
      const alonePeers = runningPeers.filter(isAlone);
      if (alonePeers.length > 0) expect(runningPeers).toHaveLength(1);
      aloneCount += alonePeers.length;
      await delay(1);
    }
  }

  const checks = check();
  await Promise.all([0, 1, 2].map(joinRepeatedly));
  isFinished = true;
  await checks;
  expect(aloneCount).toBeGreaterThan(0);
});
