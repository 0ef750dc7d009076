import { Redis } from 'ioredis';
import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import * as contract from '../../contract/posts.ts';
import { startWorkers } from '../../workers/main.ts';
import type { Worker } from '../../workers/worker.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { registerNewUser } from './support/people.ts';

/** Number of recurring jobs that also run when the workers start. */
const RECURRING_JOB_COUNT = 4;
const TEST_TIMEOUT_MS = 180_000;
const HINT_TIMEOUT_MS = 10_000;

let database: TestDatabase;
let server: TestRedis;
let systems: System[];
let apis: RunningApi[];
let workers: Worker;
let isStopped = false;

const stopRedis = async (): Promise<void> => {
  if (!isStopped) await server.stop();
  isStopped = true;
};

/** Composes a system with its own connections, as in a separate process. */
const createSystem = (): Promise<System> => {
  const settings = parseSettings({
    DATABASE_URL: database.url,
    REDIS_URL: server.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
    PORT: '0',
  });
  return composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
};

beforeAll(async () => {
  database = await createDatabase();
  server = await startRedis();
  systems = await Promise.all([createSystem(), createSystem(), createSystem()]);
  const [first, second, third] = systems as [System, System, System];
  workers = await startWorkers(first);
  const options = { clientFolder: '/nowhere' };
  apis = await Promise.all([startApi(second, options), startApi(third, options)]);
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  for (const api of apis) await api.close();
  await workers.close();
  for (const system of systems) await system.close();
  await stopRedis();
  await database.drop();
}, TEST_TIMEOUT_MS);

/** Listens to the live updates from an API. `getText` returns the data received so far. */
async function listen(url: string): Promise<{ readonly getText: () => string; readonly close: () => void }> {
  const abortController = new AbortController();
  const response = await fetch(`${url}/api/live/updates`, { signal: abortController.signal });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => {});
  await waitUntil(() => text.includes('retry'));
  return { getText: () => text, close: () => abortController.abort() };
}

test(
  'with Redis, jobs run in BullMQ, and live updates reach other processes, also when Redis fails',
  async () => {
    const redis = new Redis(server.url);
    await waitUntil(async () => (await redis.zcard('kindra:jobs:completed')) >= RECURRING_JOB_COUNT);
    expect((await database.pool.query('SELECT FROM bullmq.job')).rows).toHaveLength(0);
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    expect(rows).toHaveLength(0);
    redis.disconnect();

    const [firstApi, secondApi] = apis as [RunningApi, RunningApi];
    const client = createClient(firstApi.url);
    const { token } = await registerNewUser(client);
    const listener = await listen(secondApi.url);
    const publish = async (text: string): Promise<string> =>
      (await client.ok(contract.createPublication, { token, body: { text } })).id;
    const firstId = await publish('Before');
    await waitUntil(() => listener.getText().includes(firstId), HINT_TIMEOUT_MS);
    await stopRedis();
    const laterIds = await Promise.all(['A', 'B', 'C'].map(publish));
    await waitUntil(() => laterIds.every((id) => listener.getText().includes(id)), HINT_TIMEOUT_MS);
    listener.close();
  },
  TEST_TIMEOUT_MS,
);
