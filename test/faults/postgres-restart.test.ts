import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { healthReady } from '../../contract/health.ts';
import { createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import {
  createTemporaryFolder,
  findFreePort,
  type KindraProcess,
  startKindra,
} from '../support/kindra-process.ts';
import { isRunning, readPostmasterId } from '../support/postmaster-of.ts';
import { waitUntil } from '../support/wait.ts';

const LOST_MESSAGE = /The embedded PostgreSQL in .* does not start\./;

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let kindra: KindraProcess;
let client: ReturnType<typeof createClient>;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  const port = await findFreePort();
  client = createClient(`http://localhost:${port}`);
  kindra = startKindra(folder.path, port, ['--empty']);
  await kindra.waitForOutput('Kindra is ready at');
}, 180_000);
afterEach(async () => {
  kindra.child.kill('SIGTERM');
  await kindra.exit;
  await folder.remove();
}, 180_000);

const getPostmasterId = (): number => readPostmasterId(folder.path) ?? 0;

const killPostmaster = async (signal: NodeJS.Signals): Promise<void> => {
  const postmaster = getPostmasterId();
  process.kill(postmaster, signal);
  await waitUntil(() => !isRunning(postmaster));
};

const isReady = async (): Promise<boolean> => (await client.send(healthReady)).status === 200;

test('an embedded PostgreSQL that has ended is restarted, and serves reads and writes again', async () => {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    await killPostmaster(signal);
    await waitUntil(isReady);
    await registerNewUser(client);
  }
  expect(kindra.getOutput().match(/embedded PostgreSQL restarted/g)).toHaveLength(2);

  const postmaster = getPostmasterId();
  kindra.child.kill('SIGTERM');
  expect(await kindra.exit).toBe(0);
  expect(isRunning(postmaster)).toBe(false);
}, 180_000);

test('Kindra exits with one sentence when the embedded PostgreSQL cannot be restarted', async () => {
  const controlFile = join(folder.path, 'postgres', 'global', 'pg_control');
  await rename(controlFile, `${controlFile}-hidden`);
  await killPostmaster('SIGQUIT');
  expect(await kindra.exit).toBe(1);
  expect(kindra.getOutput()).toMatch(LOST_MESSAGE);
}, 180_000);
