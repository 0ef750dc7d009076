import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { appendHistory, createHistory, readWholeLog } from '../../support/projections/history.ts';
import { createPlainModel } from '../../support/projections/plain-model.ts';
import { publish } from '../../support/projections/posts.ts';
import { readAllModels, toComparableModel } from '../../support/projections/read-models.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

setUpEngine();

const steps = Array.from({ length: 400 }, (_, i) => ({
  kind: i * 7,
  actorIndex: i * 13,
  subjectIndex: i * 31,
}));

describe('many workers', () => {
  test('project every event once, each projection in one of them', async () => {
    const workers = await Promise.all([1, 2, 3].map(() => startWorker({ batchSize: 7 })));
    await appendHistory(log, createHistory(steps));
    for (const worker of workers) expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(await readAllModels(pool)).toEqual(toComparableModel(createPlainModel(await readWholeLog(log))));
    const { rows } = await pool.query('SELECT epoch FROM engine.checkpoints');
    expect(rows.map(({ epoch }) => Number(epoch))).toEqual(projectionNames.map(() => 1));
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});

test('on the log in PostgreSQL, projections follow the growing log from any position', async () => {
  const postgresLog = createPostgresEventLog({ pool });
  const history = createHistory(steps);
  await appendHistory(postgresLog, history.slice(0, 150));
  const worker = await startWorker({ log: postgresLog, batchSize: 20 });
  await appendHistory(postgresLog, history.slice(150, 300));
  await worker.stop();
  await appendHistory(postgresLog, history.slice(300));
  const nextWorker = await startWorker({ log: postgresLog, batchSize: 20 });
  expect(await nextWorker.waitUntilCaughtUp()).toBe(true);
  expect(await readAllModels(pool)).toEqual(
    toComparableModel(createPlainModel(await readWholeLog(postgresLog))),
  );
  await nextWorker.stop();
  await postgresLog.close();
});

test('projections continue after an error in the code that passes them the newest events', async () => {
  let isBroken = true;
  const failedNames: string[] = [];
  const worker = await startWorker({
    maxPauseMs: 1,
    progress: {
      createPublishStatements: () => [],
      report: (_name, _position, hasChanged) => {
        if (isBroken && !hasChanged) throw new Error('no progress is reported');
      },
    },
    onFailure: ({ projection }) => failedNames.push(projection),
  });
  let posts = 0;
  await waitUntil(async () => {
    posts += 1;
    await publish(log, posts);
    return failedNames.includes(projectionNames.join(', '));
  });
  isBroken = false;
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  expect(await readAllModels(pool)).toEqual(toComparableModel(createPlainModel(await readWholeLog(log))));
});

test('a projection that receives an event after a long pause is not reported as stalled', async () => {
  for (let n = 1; n <= 7; n += 1) await publish(log, n);
  await pool.query(`INSERT INTO engine.checkpoints (projection, position, moved_at, holder, expires_at)
    VALUES ('posts', 6, now() - interval '1 minute', gen_random_uuid(), now() + interval '1 hour')`);
  const getState = async () =>
    (await getProjectionStatuses(pool, [postsProjection], () => createLogView(log)))[0]?.state;
  expect(await getState()).toBe('stalled');
  const stateRequest = getState();
  await pool.query(`UPDATE engine.checkpoints SET position = 7, moved_at = now()`);
  expect(await stateRequest).toBe('live');
});
