import { composeSystem, type System, type SystemOptions } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import * as posts from '../../contract/posts.ts';
import { startWorkers } from '../../workers/main.ts';
import type { Worker } from '../../workers/worker.ts';
import { type Client, createClient } from '../http/support/client.ts';
import { publishPost, registerNewUser } from '../http/support/people.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import { waitUntil } from '../support/wait.ts';
import { createSilenceableProxy, type SilenceableProxy } from './support/silenceable-proxy.ts';

/** Response timeout, in ms: far below the wait of the test, above any response time. */
const QUERY_TIMEOUT_MS = 1_500;
/** Maximum retry delay of projections that were cut off. */
const LONGEST_MS = 30_000;
const MAX_MS = 180_000;

let database: TestDatabase;
let proxy: SilenceableProxy;
let system: System;
let workers: Worker;
let api: RunningApi;
let client: Client;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await createSilenceableProxy(database.url);
  const settings = parseSettings({ DATABASE_URL: proxy.url, TOKEN_SECRET, PORT: '0' });
  const use = {
    role: 'system',
    attach: true,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  } as const satisfies SystemOptions;
  system = await composeSystem(settings, createLogger('silent'), use);
  workers = await startWorkers(system);
  api = await startApi({ ...system, pool: system.apiPool }, { clientFolder: '/nowhere' });
  client = createClient(api.url);
}, MAX_MS);
afterAll(async () => {
  await api.close();
  await workers.close();
  await system.close();
  await proxy.close();
  await database.drop();
}, MAX_MS);

test(
  'silent database connections block no request and no worker',
  async () => {
    const { token } = await registerNewUser(client);
    const { id } = await publishPost(client, token);
    const read = () => client.send(posts.getPost, { params: { id }, token });
    // With so many open connections, each of the first requests uses a silent one.
    await Promise.all(Array.from({ length: 8 }, read));
    proxy.silence();

    const responses = await Promise.all(Array.from({ length: 8 }, read));
    for (const { status } of responses) expect([200, 503]).toContain(status);
    expect(responses.map(({ status }) => status)).toContain(503);

    await waitUntil(async () => (await read()).status === 200);
    const publish = () => client.send(posts.createPublication, { token, body: { text: 'After it' } });
    let published = await publish();
    await waitUntil(async () => {
      if (published.status !== 200) published = await publish();
      return published.status === 200;
    });
    const params = { id: published.body.id };
    await waitUntil(
      async () => (await client.send(posts.getPost, { params, token })).status === 200,
      LONGEST_MS,
    );
  },
  MAX_MS,
);
