import fc from 'fast-check';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { type Engine, startEngine } from '../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../projections/engine/progress.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { projectionNames, projections } from '../../projections/registry.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { appendHistory, createHistory, readWholeLog, STEP_KINDS } from '../support/projections/history.ts';
import { createPlainModel } from '../support/projections/plain-model.ts';
import {
  clearReadModels,
  getPosition,
  readModelsOf,
  toComparableModel,
} from '../support/projections/read-models.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';
import { waitUntil } from '../support/wait.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const step = fc.record({
  kind: fc.nat(STEP_KINDS - 1),
  who: fc.nat(20),
  what: fc.nat(60),
});

/** A history in parts; each names how the worker ends after it. */
const parts = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
    end: fc.constantFrom('stays', 'stops', 'loses its connections'),
  }),
  { minLength: 1, maxLength: 4, size: 'max' },
);

const TERMINATE_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Ends all other connections. Repeats the statement if its own connection was ended by an earlier call. */
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
    seen: (position: number) => progress.waitFor(projectionNames, position, 15_000),
    stop: async () => {
      await engine.close();
      await progress.close();
    },
  };
}

/**
 * Stops the worker once all checkpoints are stored. A checkpoint may be lost with a cut connection; then the next
 * worker stores it.
 */
async function stopAt(position: number, worker: Worker, another: () => Promise<Worker>): Promise<void> {
  const isStored = async () =>
    (await Promise.all(projectionNames.map((name) => getPosition(database.pool, name)))).every(
      (stored) => stored === position,
    );
  await worker.stop();
  if (await isStored()) return;
  const next = await another();
  await waitUntil(isStored);
  await next.stop();
}

test(
  'live, rebuilt and plainly folded read models are equal for random histories and batches',
  async () => {
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom(1, 3, 10, 1_000), async (history, batchSize) => {
        await clearReadModels(database.pool);
        const log = createMemoryEventLog();
        const events = createHistory(history.flatMap(({ steps }) => steps));
        const share = Math.ceil(events.length / history.length);
        let worker = await startWorker(log, batchSize);
        for (const [i, { end }] of history.entries()) {
          await appendHistory(log, events.slice(i * share, (i + 1) * share));
          if (end === 'loses its connections') await cutConnections();
          if (end === 'stays') expect(await worker.seen(await log.head())).toBe(true);
          if (end === 'stops') {
            await worker.stop();
            worker = await startWorker(log, batchSize);
          }
        }
        expect(await worker.seen(await log.head())).toBe(true);
        await stopAt(await log.head(), worker, () => startWorker(log, batchSize));

        const plain = toComparableModel(createPlainModel(await readWholeLog(log)));
        const live = await readModelsOf(database.pool);
        expect(live).toEqual(plain);
        for (const projection of projections) {
          const report = await rebuild({ log, pool: database.pool, projection, batchSize });
          expect(report).toMatchObject({ equal: true, differences: [], comparedAt: await log.head() });
        }
        expect(await readModelsOf(database.pool)).toEqual(plain);
        await log.close();
      }),
      { numRuns: scaleRuns(5), endOnFailure: true },
    );
  },
  scaleTimeout(60_000),
);
