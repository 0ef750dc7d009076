import type { Projection } from '../../../projections/engine/definition.ts';
import type { EngineEvent } from '../../../projections/engine/engine.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { RebuildOutdated, rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { like, publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

setUpEngine();

const { PostLiked: _liked, ...withoutLikes } = postsProjection.on;
const projectionWithFewerTypes: Projection = { ...postsProjection, on: withoutLikes };
const projectionOfOlderVersion: Projection = { ...postsProjection, version: postsProjection.version - 1 };

async function start(
  projection: Projection,
  options: { readonly shouldRebuildChangedProjections?: boolean } = {},
) {
  const engineEvents: EngineEvent[] = [];
  const onEngineEvent = (event: EngineEvent): void => void engineEvents.push(event);
  const worker = await startWorker({ projections: [projection], onEngineEvent, ...options });
  return { ...worker, engineEvents };
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
  ['lacks an event type', projectionWithFewerTypes],
  ['has an older version', projectionOfOlderVersion],
])('a worker whose code %s is refused as soon as a newer one runs', async (_, olderProjection) => {
  const oldWorker = await start(olderProjection);
  await publishAndLike();
  expect(await oldWorker.waitUntilCaughtUp(['posts'])).toBe(true);
  const newWorker = await start(postsProjection);
  await like(log, 1, 2);
  await waitUntil(async () => (await getPosition(pool, 'posts')) === 3);
  await waitUntil(() => oldWorker.engineEvents.some(({ kind }) => kind === 'refused'));
  await newWorker.stop();
  await like(log, 1, 3);
  // Once the old worker has been refused again, it has held the lease alone for long enough.
  await pool.query('UPDATE engine.checkpoints SET refused_at = NULL');
  await waitUntil(
    async () => (await pool.query('SELECT FROM engine.checkpoints WHERE refused_at > now()')).rowCount === 0,
  );
  await waitUntil(async () => (await getStatus())?.state === 'worker too old');
  expect(await getPosition(pool, 'posts')).toBe(3);
  expect(oldWorker.engineEvents).toHaveLength(1);
});

test('rows of an older version need a replay, which rebuilds them', async () => {
  const oldWorker = await start(projectionWithFewerTypes);
  await publishAndLike();
  await oldWorker.waitUntilCaughtUp(['posts']);
  expect(await readLikes()).toBe(0);
  await start(postsProjection);
  await waitUntil(async () => (await getStatus())?.state === 'needs replay');
  await like(log, 1, 2);
  await waitUntil(async () => (await readLikes()) === 1);
  const report = await rebuild({ log, pool, projection: postsProjection });
  expect(report).toMatchObject({ equal: false, isDifferenceExpected: true });
  expect(await readLikes()).toBe(2);
  await waitUntil(async () => (await getStatus())?.state === 'live');
});

test('with REPLAY_CHANGED, a newer worker rebuilds rows of an older version automatically', async () => {
  const oldWorker = await start(projectionOfOlderVersion);
  await publishAndLike();
  await oldWorker.waitUntilCaughtUp(['posts']);
  await pool.query('UPDATE read.posts SET likes = 7');
  const newWorker = await start(postsProjection, { shouldRebuildChangedProjections: true });
  await waitUntil(async () => (await readLikes()) === 1);
  await waitUntil(() => newWorker.engineEvents.some(({ kind }) => kind === 'rebuild-completed'));
  await waitUntil(async () => (await getStatus())?.state === 'live');
  await like(log, 1, 2);
  expect(await newWorker.waitUntilCaughtUp(['posts'])).toBe(true);
  expect(await readLikes()).toBe(2);
});

test('older code cannot rebuild what newer code has projected', async () => {
  await publishAndLike();
  await (await start(postsProjection)).waitUntilCaughtUp(['posts']);
  await expect(rebuild({ log, pool, projection: projectionWithFewerTypes })).rejects.toThrow(RebuildOutdated);
  expect(await readLikes()).toBe(1);
});

test('a worker that does not store its code in checkpoints cannot move a checkpoint of newer code', async () => {
  await publishAndLike();
  await (await start(postsProjection)).waitUntilCaughtUp(['posts']);
  const { rows } = await pool.query(
    "SELECT epoch, position FROM engine.checkpoints WHERE projection = 'posts'",
  );
  const checkpointMove = pool.query('SELECT engine.move_checkpoint($1, $2, $3, $4, 0)', [
    'posts',
    rows[0].epoch,
    rows[0].position,
    99,
  ]);
  await expect(checkpointMove).rejects.toThrow('another worker has taken over');
});
