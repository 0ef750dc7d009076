import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { projections } from '../../../projections/registry.ts';
import { checkAgainstLog } from '../../../workers/cli/verify/against-log.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { appendHistory, createHistory } from '../../support/projections/history.ts';
import { runEngine } from '../../support/projections/running.ts';
import { waitUntil } from '../../support/wait.ts';

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

test('verify queries the read models after the hash chains are checked', async () => {
  const { pool } = database;
  const log = createMemoryEventLog();
  let resolveChains = (): void => {};
  const chains = new Promise<void>((resolve) => {
    resolveChains = resolve;
  });
  let areChainsChecked = false;
  const selects: string[] = [];
  const watchedPool = openPool({ connectionString: database.url });
  watchedPool.on('acquire', (client) => {
    const { query } = client;
    client.query = ((...parameters: readonly unknown[]) => {
      if (String(parameters[0]).includes('DECLARE')) selects.push(areChainsChecked ? 'after' : 'before');
      return (query as (...parameters: readonly unknown[]) => unknown).apply(client, [...parameters]);
    }) as typeof query;
  });
  const check = checkAgainstLog(watchedPool, log, () => {}, chains);
  await waitUntil(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%pg_export_snapshot%'",
    );
    return rows.length > 0;
  });
  areChainsChecked = true;
  resolveChains();
  await check;
  expect(selects.length).toBeGreaterThan(0);
  expect(new Set(selects)).toEqual(new Set(['after']));
  await watchedPool.end();
  await log.close();
});
