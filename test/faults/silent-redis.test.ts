import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import { login } from '../../contract/accounts.ts';
import { startWorkers } from '../../workers/main.ts';
import type { Worker } from '../../workers/worker.ts';
import { createClient } from '../http/support/client.ts';
import { PASSWORD, publishPost, registerNewUser } from '../http/support/people.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const MAX_MS = 180_000;

let database: TestDatabase;
let redis: TestRedis;
let system: System;
let workers: Worker;
let api: RunningApi;

beforeAll(async () => {
  database = await createDatabase();
  redis = await startRedis();
  const serverUrls = { DATABASE_URL: database.url, REDIS_URL: redis.url };
  const settings = parseSettings({ ...serverUrls, TOKEN_SECRET, PORT: '0' });
  system = await composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
  workers = await startWorkers(system, { only: ['projections'] });
  api = await startApi({ ...system, pool: system.apiPool }, { clientFolder: '/nowhere' });
}, MAX_MS);
afterAll(async () => {
  await api.close();
  await workers.close();
  await system.close();
  await redis.stop();
  await database.drop();
}, MAX_MS);

test('writes and logins are answered within seconds while Redis does not respond', async () => {
  const client = createClient(api.url);
  const { token, dataUser } = await registerNewUser(client);
  redis.silence();
  await publishPost(client, token);
  await client.ok(login, { body: { username: dataUser.nickname, password: PASSWORD } });
}, 180_000);
