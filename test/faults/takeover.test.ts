import { projectionNames } from '../../projections/registry.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type KindraProcess, runKindra } from '../support/kindra-process.ts';
import { waitUntil } from '../support/wait.ts';

const TAKEOVER_MS = 10_000;

let database: TestDatabase;
const workers: KindraProcess[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ exit }) => exit));
  await database.drop();
});

/** Starts `npm run worker`. Resolves when the workers are ready. */
async function startWorker(): Promise<KindraProcess> {
  const worker = runKindra([process.execPath, 'scripts/run.mjs', 'worker', '--prepared'], {
    DATABASE_URL: database.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
    LOG_LEVEL: 'info',
  });
  workers.push(worker);
  await worker.waitForOutput('The workers are ready.');
  return worker;
}

/** Returns the lease holder of each projection and process manager, or null if nobody holds the lease. */
async function listHolders(): Promise<readonly (string | null)[]> {
  const { rows } = await database.pool.query<{ holder: string | null }>(
    'SELECT holder FROM engine.checkpoints ORDER BY projection',
  );
  return rows.map(({ holder }) => holder);
}

test('another worker takes over all parts of a killed worker within 10 s', async () => {
  const first = await startWorker();
  await waitUntil(async () => {
    const holders = await listHolders();
    return holders.length > projectionNames.length && holders.every((holder) => holder !== null);
  });
  await startWorker();
  const holdersBefore = await listHolders();
  first.child.kill('SIGKILL');
  await first.exit;
  const killedAt = performance.now();
  const isTakenOver = async () =>
    (await listHolders()).every((holder, index) => holder !== null && holder !== holdersBefore[index]);
  await waitUntil(isTakenOver, TAKEOVER_MS);
  expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
}, 180_000);
