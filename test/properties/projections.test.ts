import fc from 'fast-check';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { type Engine, startEngine } from '../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../projections/engine/progress.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { projectionNames, projections } from '../../projections/registry.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import {
  appendHistory,
  createHistory,
  readWholeLog,
  STEP_KIND_COUNT,
} from '../support/projections/history.ts';
import { createPlainModel } from '../support/projections/plain-model.ts';
import {
  clearReadModels,
  getPosition,
  readAllModels,
  toComparableModel,
} from '../support/projections/read-models.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';
import { waitUntil } from '../support/wait.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const stepArbitrary = fc.record({
  kind: fc.nat(STEP_KIND_COUNT - 1),
  actorIndex: fc.nat(20),
  subjectIndex: fc.nat(60),
});

/** Parts of a history. `end` is what happens to the worker after the part. */
const partsArbitrary = fc.array(
  fc.record({
    steps: fc.array(stepArbitrary, { minLength: 5, maxLength: 60, size: 'max' }),
    end: fc.constantFrom('stays', 'stops', 'loses its connections'),
  }),
  { minLength: 1, maxLength: 4, size: 'max' },
);

const TERMINATE_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/**
 * Terminates all other database connections. Retries if an earlier call has terminated the connection that this call
 * uses.
 */
const cutConnections = (): Promise<void> =>
  waitUntil(() =>
    database.pool.query(TERMINATE_OTHERS).then(
      () => true,
      () => false,
    ),
  );

type Worker = Awaited<ReturnType<typeof startWorker>>;

async function startWorker(log: EventLog, batchSize: number) {
  const progress = createReadModelProgress(database.pool, createPostgresFanOut(database.pool));
  const engine: Engine = await startEngine({ log, pool: database.pool, projections, progress, batchSize });
  return {
    waitForPosition: (position: number) => progress.waitFor(projectionNames, position, 15_000),
    stop: async () => {
      await engine.close();
      await progress.close();
    },
  };
}

/**
 * Stops the worker once all checkpoints are stored. If a cut connection loses a checkpoint, the next worker stores it.
 */
async function stopAfter(position: number, worker: Worker, startNext: () => Promise<Worker>): Promise<void> {
  const isStored = async () =>
    (await Promise.all(projectionNames.map((name) => getPosition(database.pool, name)))).every(
      (positions) => positions === position,
    );
  await worker.stop();
  if (await isStored()) return;
  const nextWorker = await startNext();
  await waitUntil(isStored);
  await nextWorker.stop();
}

test(
  'live, rebuilt and plainly folded read models are equal for random histories and batches',
  async () => {
    await fc.assert(
      fc.asyncProperty(partsArbitrary, fc.constantFrom(1, 3, 10, 1_000), async (history, batchSize) => {
        await clearReadModels(database.pool);
        const log = createMemoryEventLog();
        const events = createHistory(history.flatMap(({ steps }) => steps));
        const eventsPerPart = Math.ceil(events.length / history.length);
        let worker = await startWorker(log, batchSize);
        for (const [i, { end }] of history.entries()) {
          await appendHistory(log, events.slice(i * eventsPerPart, (i + 1) * eventsPerPart));
          if (end === 'loses its connections') await cutConnections();
          if (end === 'stays') expect(await worker.waitForPosition(await log.head())).toBe(true);
          if (end === 'stops') {
            await worker.stop();
            worker = await startWorker(log, batchSize);
          }
        }
        expect(await worker.waitForPosition(await log.head())).toBe(true);
        await stopAfter(await log.head(), worker, () => startWorker(log, batchSize));

        const expectedModel = toComparableModel(createPlainModel(await readWholeLog(log)));
        const liveModel = await readAllModels(database.pool);
        expect(liveModel).toEqual(expectedModel);
        for (const projection of projections) {
          const report = await rebuild({ log, pool: database.pool, projection, batchSize });
          expect(report).toMatchObject({ equal: true, differences: [], comparedAt: await log.head() });
        }
        expect(await readAllModels(database.pool)).toEqual(expectedModel);
        await log.close();
      }),
      { numRuns: scaleRuns(5), endOnFailure: true },
    );
  },
  scaleTimeout(60_000),
);
