import type pg from 'pg';
import { createMemoryEventLog, type MemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EngineOptions } from '../../../projections/engine/engine.ts';
import { createDatabase, type TestDatabase } from '../database.ts';
import { clearReadModels } from './read-models.ts';
import { type RunningEngine, runEngine } from './running.ts';

/** Database created by `setUpEngine` for the current test file. */
export let database: TestDatabase;
/** Connection pool of `database`. */
export let pool: pg.Pool;
/** Event log of the current test. */
export let log: MemoryEventLog;

const workers = new Set<RunningEngine>();

/** Creates a database for the tests in a file. Each test begins with an empty log and empty read models. */
export function setUpEngine(): void {
  beforeAll(async () => {
    database = await createDatabase();
    pool = database.pool;
  });
  beforeEach(async () => {
    await clearReadModels(pool);
    log = createMemoryEventLog();
  });
  afterEach(async () => {
    for (const worker of workers) await worker.stop();
    await log.close();
  });
  afterAll(() => database.drop());
}

/** Runs projections until the end of the test. Default: all projections on the test's log. */
export async function startWorker({
  log: ownLog = log,
  ...options
}: Partial<EngineOptions> = {}): Promise<RunningEngine> {
  const engine = await runEngine(pool, ownLog, options);
  const worker: RunningEngine = {
    ...engine,
    stop: async () => {
      if (workers.delete(worker)) await engine.stop();
    },
  };
  workers.add(worker);
  return worker;
}
