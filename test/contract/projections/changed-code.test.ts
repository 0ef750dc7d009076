import type { Projection } from '../../../projections/engine/definition.ts';
import type { EngineNotice } from '../../../projections/engine/engine.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { RebuildOutdated, rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { like, publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

setUpEngine();

const { PostLiked: _liked, ...withoutLikes } = postsProjection.on;
const olderTypes: Projection = { ...postsProjection, on: withoutLikes };
const olderVersion: Projection = { ...postsProjection, version: postsProjection.version - 1 };

async function start(projection: Projection, options: { readonly shouldReplayChanged?: boolean } = {}) {
  const notices: EngineNotice[] = [];
  const handleNotice = (notice: EngineNotice): void => void notices.push(notice);
  const worker = await startWorker({ projections: [projection], onNotice: handleNotice, ...options });
  return { ...worker, notices };
}

async function publishAndLike(): Promise<void> {
  await publish(log, 1);
  await like(log, 1, 1);
}

const readLikes = async (): Promise<number> =>
  (await pool.query<{ likes: number }>('SELECT likes FROM read.posts')).rows[0]?.likes ?? -1;

const getStatus = async (projection = postsProjection) =>
  (await getProjectionStatuses(pool, [projection], () => createLogView(log)))[0];

test.each([
  ['lacks an event type', olderTypes],
  ['has an older version', olderVersion],
])('a worker whose code %s is refused as soon as a newer one runs', async (_, older) => {
  const old = await start(older);
  await publishAndLike();
  expect(await old.waitUntilCaughtUp(['posts'])).toBe(true);
  const newer = await start(postsProjection);
  await like(log, 1, 2);
  await waitUntil(async () => (await getPosition(pool, 'posts')) === 3);
  await waitUntil(() => old.notices.some(({ kind }) => kind === 'refused'));
  await newer.stop();
  await like(log, 1, 3);
  // When the old worker has been refused again, it has had the lease to itself long enough.
  await pool.query('UPDATE engine.checkpoints SET refused_at = NULL');
  await waitUntil(
    async () => (await pool.query('SELECT FROM engine.checkpoints WHERE refused_at > now()')).rowCount === 0,
  );
  await waitUntil(async () => (await getStatus())?.state === 'worker too old');
  expect(await getPosition(pool, 'posts')).toBe(3);
  expect(old.notices).toHaveLength(1);
});

test('rows of an older version need a replay, which rebuilds them', async () => {
  const old = await start(olderTypes);
  await publishAndLike();
  await old.waitUntilCaughtUp(['posts']);
  expect(await readLikes()).toBe(0);
  await start(postsProjection);
  await waitUntil(async () => (await getStatus())?.state === 'needs replay');
  await like(log, 1, 2);
  await waitUntil(async () => (await readLikes()) === 1);
  const report = await rebuild({ log, pool, projection: postsProjection });
  expect(report).toMatchObject({ equal: false, isRepair: true });
  expect(await readLikes()).toBe(2);
  await waitUntil(async () => (await getStatus())?.state === 'live');
});

test('with REPLAY_CHANGED a newer worker rebuilds them by itself', async () => {
  const old = await start(olderVersion);
  await publishAndLike();
  await old.waitUntilCaughtUp(['posts']);
  await pool.query('UPDATE read.posts SET likes = 7');
  const newer = await start(postsProjection, { shouldReplayChanged: true });
  await waitUntil(async () => (await readLikes()) === 1);
  await waitUntil(() => newer.notices.some(({ kind }) => kind === 'replayed'));
  await waitUntil(async () => (await getStatus())?.state === 'live');
  await like(log, 1, 2);
  expect(await newer.waitUntilCaughtUp(['posts'])).toBe(true);
  expect(await readLikes()).toBe(2);
});

test('older code cannot rebuild what newer code has projected', async () => {
  await publishAndLike();
  await (await start(postsProjection)).waitUntilCaughtUp(['posts']);
  await expect(rebuild({ log, pool, projection: olderTypes })).rejects.toThrow(RebuildOutdated);
  expect(await readLikes()).toBe(1);
});

test('a worker from before checkpoints named their code does not move one that newer code has claimed', async () => {
  await publishAndLike();
  await (await start(postsProjection)).waitUntilCaughtUp(['posts']);
  const { rows } = await pool.query(
    "SELECT epoch, position FROM engine.checkpoints WHERE projection = 'posts'",
  );
  const move = pool.query('SELECT engine.move_checkpoint($1, $2, $3, $4, 0)', [
    'posts',
    rows[0].epoch,
    rows[0].position,
    99,
  ]);
  await expect(move).rejects.toThrow('another worker has taken over');
});
