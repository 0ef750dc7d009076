import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { forEachConcurrently } from '../../../common/for-each-concurrently.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { RebuildInterrupted, type RebuildReport } from '../../../projections/engine/rebuild/rebuild.ts';
import { runSharedLoad, sortByChangeCount } from '../../../projections/engine/rebuild/shared-load.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { CONCURRENT_REBUILDS, rebuildProjection } from '../../../projections/rebuild.ts';
import { projections } from '../../../projections/registry.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { appendHistory, createHistory, readWholeLog } from '../../support/projections/history.ts';
import { createPlainModel } from '../../support/projections/plain-model.ts';
import { getPosition, readAllModels, toComparableModel } from '../../support/projections/read-models.ts';
import { runEngine } from '../../support/projections/running.ts';

let database: TestDatabase;
let log: EventLog;
let readCount = 0;

/** Creates a log that counts the events it reads. Applies `mapEvent` to each returned event. */
const createCountingLog = (mapEvent = (event: RecordedEvent): RecordedEvent => event): EventLog => ({
  ...log,
  readAll: async (options) => {
    const events = await log.readAll(options);
    // The event at the start of a page is read again to verify it.
    readCount += events.filter(({ position }) => position !== options?.from).length;
    return events.map(mapEvent);
  },
});

const INITIAL_EVENTS = 400;
const steps = Array.from({ length: 600 }, (_, i) => ({
  kind: i * 7,
  actorIndex: i * 13,
  subjectIndex: i * 31,
}));
const history = createHistory(steps);

beforeEach(async () => {
  database = await createDatabase();
  log = createPostgresEventLog({ pool: database.pool });
  await appendHistory(log, history.slice(0, INITIAL_EVENTS));
  readCount = 0;
});
afterEach(async () => {
  await log.close();
  await database.drop();
});

const createExpectedModel = async () => toComparableModel(createPlainModel(await readWholeLog(log)));

async function replayAll(countingLog = createCountingLog()): Promise<readonly RebuildReport[]> {
  const options = { log: countingLog, pool: database.pool, batchSize: 50 };
  const sharedLoad = await runSharedLoad({ ...options, projections });
  const reports: RebuildReport[] = [];
  await forEachConcurrently(
    sortByChangeCount(projections, sharedLoad),
    CONCURRENT_REBUILDS,
    async (projection) => {
      reports.push(await rebuildProjection({ ...options, projection }, sharedLoad));
    },
  );
  return reports;
}

async function project(): Promise<void> {
  const worker = await runEngine(database.pool, log);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  await worker.stop();
}

test('reads each event once, and compares every read model at the same position', async () => {
  await project();
  const head = await log.head();
  for (const report of await replayAll())
    expect(report).toMatchObject({
      equal: true,
      differences: [],
      comparedAt: head,
      resumedFrom: 0,
      position: head,
    });
  expect(readCount).toBe(head);
  expect(await readAllModels(database.pool)).toEqual(await createExpectedModel());
});

test('rebuilds the read models with the most changes first', async () => {
  const sharedLoad = await runSharedLoad({ log, pool: database.pool, projections });
  const sortedProjections = sortByChangeCount(projections, sharedLoad);
  expect(new Set(sortedProjections)).toEqual(new Set(projections));
  const changeCounts = sortedProjections.map(({ tables }) =>
    tables.reduce((sum, { name }) => sum + (sharedLoad?.changeCounts.get(name) ?? 0), 0),
  );
  expect(changeCounts[0]).toBeGreaterThan(0);
  expect(changeCounts).toEqual([...changeCounts].sort((left, right) => right - left));
});

test('resumes all read models together after an interruption', async () => {
  await project();
  const rowsBefore = await readAllModels(database.pool);
  const abortController = new AbortController();
  const result = runSharedLoad({
    log,
    pool: database.pool,
    projections,
    batchSize: 20,
    signal: abortController.signal,
    onProgress: ({ position }) => {
      if (position > 100) abortController.abort();
    },
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  expect(await readAllModels(database.pool)).toEqual(rowsBefore);
  const reports = await replayAll();
  const resumedFrom = reports[0]?.resumedFrom ?? 0;
  expect(resumedFrom).toBeGreaterThan(100);
  for (const report of reports) expect(report).toMatchObject({ equal: true, resumedFrom });
  expect(readCount).toBe((await log.head()) - resumedFrom);
  expect(await readAllModels(database.pool)).toEqual(await createExpectedModel());
});

test('compares each read model at its position when one is behind', async () => {
  await project();
  const laggingPosition = await log.head();
  await appendHistory(log, history.slice(INITIAL_EVENTS));
  const laggingProjection = postsProjection;
  for (const projection of projections)
    if (projection !== laggingProjection) await rebuildProjection({ log, pool: database.pool, projection });
  const head = await log.head();
  for (const report of await replayAll())
    expect(report).toMatchObject({
      equal: true,
      comparedAt: report.projection === laggingProjection.name ? laggingPosition : head,
      position: head,
    });
  expect(await readAllModels(database.pool)).toEqual(await createExpectedModel());
});

test('an unreadable event fails only the rebuilds that need it', async () => {
  const unreadableLog = createCountingLog((event) =>
    event.type === 'ProfileFollowed'
      ? Object.defineProperty({ ...event }, 'data', {
          get: () => {
            throw new Error('unreadable');
          },
        })
      : event,
  );
  await expect(replayAll(unreadableLog)).rejects.toThrow('unreadable');
  expect(await getPosition(database.pool, 'posts')).toBe(await log.head());
  expect(await getPosition(database.pool, 'follows')).toBe(0);
});
