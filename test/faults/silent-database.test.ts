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
import { createSilenceableProxy, type SilenceableProxy } from '../support/silenceable-proxy.ts';
import { waitUntil } from '../support/wait.ts';

/** Query timeout in milliseconds. Shorter than the waits in the tests, and longer than any query. */
const QUERY_TIMEOUT_MS = 1_500;
/** Maximum delay before projections retry after a lost connection, in milliseconds. */
const MAX_RETRY_DELAY_MS = 30_000;
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
  const systemOptions = {
    role: 'system',
    canAttach: true,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  } as const satisfies SystemOptions;
  system = await composeSystem(settings, createLogger('silent'), systemOptions);
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
    const readPost = () => client.send(posts.getPost, { params: { id }, token });
    // With so many open connections, each of the first requests uses a silent one.
    await Promise.all(Array.from({ length: 8 }, readPost));
    proxy.silence();

    const responses = await Promise.all(Array.from({ length: 8 }, readPost));
    for (const { status } of responses) expect([200, 503]).toContain(status);
    expect(responses.map(({ status }) => status)).toContain(503);

    await waitUntil(async () => (await readPost()).status === 200);
    const publishAgain = () => client.send(posts.createPublication, { token, body: { text: 'After it' } });
    let publishResponse = await publishAgain();
    await waitUntil(async () => {
      if (publishResponse.status !== 200) publishResponse = await publishAgain();
      return publishResponse.status === 200;
    });
    const params = { id: publishResponse.body.id };
    await waitUntil(
      async () => (await client.send(posts.getPost, { params, token })).status === 200,
      MAX_RETRY_DELAY_MS,
    );
  },
  MAX_MS,
);
