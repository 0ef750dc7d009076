import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { projections } from '../../../projections/registry.ts';
import { checkAgainstLog } from '../../../workers/cli/verify/against-log.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { appendHistory, createHistory } from '../../support/projections/history.ts';
import { runEngine } from '../../support/projections/running.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const steps = Array.from({ length: 400 }, (_, i) => ({
  kind: i * 7,
  actorIndex: i * 13,
  subjectIndex: i * 31,
}));

/** Creates a log that runs `meanwhile` during its first read. */
const runDuringFirstRead = (log: EventLog, meanwhile: () => Promise<unknown>): EventLog => {
  let work: Promise<unknown> | null = null;
  return {
    ...log,
    readAll: async (options) => {
      work ??= meanwhile();
      await work;
      return log.readAll(options);
    },
  };
};

test('verify succeeds for read models that are rebuilt while the log is read', async () => {
  const { pool, url } = database;
  const log = createMemoryEventLog();
  await appendHistory(log, createHistory(steps));
  const worker = await runEngine(pool, log);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  const shortTimeoutPool = openPool({ connectionString: url, idle_in_transaction_session_timeout: 20 });
  shortTimeoutPool.on('connect', (client) => client.on('error', () => {}));
  const meanwhile = async () => {
    for (const projection of projections) await rebuild({ log, pool, projection });
  };
  const { problems, checked } = await checkAgainstLog(
    shortTimeoutPool,
    runDuringFirstRead(log, meanwhile),
    () => {},
  );
  expect(problems).toEqual([]);
  expect(checked.posts).toBeGreaterThan(0);
  await shortTimeoutPool.end();
  await worker.stop();
  await log.close();
});
