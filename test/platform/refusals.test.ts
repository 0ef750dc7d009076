import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { composeSystem } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { describeError } from '../../scripts/describe-error.ts';
import { checkPort } from '../../scripts/processes.ts';
import { createProcessEnvironment } from '../support/environment.ts';
import { runKindraWith } from '../support/kindra-command.ts';
import {
  createTemporaryFolder,
  findFreePort,
  type KindraProcess,
  runKindra,
} from '../support/kindra-process.ts';

const START_COMMAND = [process.execPath, 'scripts/start.mjs', '--prepared', '--empty'] as const;

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(() => folder.remove());

/** Expects that a process fails and prints exactly one line. Returns the line. */
const readErrorLine = async (kindra: KindraProcess): Promise<string> => {
  expect(await kindra.exit).toBe(1);
  const lines = kindra.getOutput().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
};

const createSettings = async (settings: Readonly<Record<string, string>>) => ({
  KINDRA_DATA: folder.path,
  PORT: `${await findFreePort()}`,
  ...settings,
});

const startProcess = async (settings: Readonly<Record<string, string>>): Promise<string> =>
  readErrorLine(runKindra(START_COMMAND, await createSettings(settings)));

/** Starts the system in this process, which is faster than in a new process. Returns the error message. */
async function getStartError(environment: Readonly<Record<string, string>>): Promise<string> {
  try {
    const settings = parseSettings(createProcessEnvironment(await createSettings(environment)));
    await checkPort(settings);
    const system = await composeSystem(settings, createLogger('silent'), {
      role: 'system',
      canAttach: false,
    });
    await system.close();
    return 'It started.';
  } catch (error) {
    return describeError(error);
  }
}

test('reports a port that is in use', async () => {
  const occupyingServer = createServer().listen(0, '127.0.0.1');
  await once(occupyingServer, 'listening');
  const { port } = occupyingServer.address() as { port: number };
  const message = await startProcess({ PORT: `${port}` }).finally(() => occupyingServer.close());
  expect(message).toBe(`Port ${port} is taken; set PORT to a free one.`);
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
});

test('reports an address that the machine does not have', async () => {
  expect(await startProcess({ HOST: '192.0.2.1', KINDRA_ALLOW_SIMULATOR: 'true' })).toContain(
    'set HOST to one that it has',
  );
});

test('reports a host name that does not exist', async () => {
  expect(await startProcess({ HOST: 'nowhere.invalid' })).toBe(
    'A setting is invalid: No machine named nowhere.invalid can be found; set HOST to an address or a name of this one.',
  );
});

test('reports all wrong settings', async () => {
  const message = await startProcess({ PORT: 'x', LOG_LEVEL: 'loud', HOST: 'nowhere.invalid' });
  expect(message).toContain('3 settings are invalid');
  expect(message).toContain('No machine named nowhere.invalid can be found');
});

test('reports an unreachable database', async () => {
  const port = await findFreePort();
  const settings = { DATABASE_URL: `postgres://u:hidden@127.0.0.1:${port}/k`, TOKEN_SECRET: 'x'.repeat(32) };
  const message = await getStartError(settings);
  expect(message).toContain(`127.0.0.1:${port}/k, cannot be reached`);
  expect(message).not.toContain('hidden');
});

test('reports an unreachable event log and Redis', async () => {
  const port = await findFreePort();
  expect(await getStartError({ REDIS_URL: `redis://127.0.0.1:${port}` })).toContain(
    'REDIS_URL cannot be reached',
  );
  expect(await getStartError({ EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` })).toContain(
    'EVENTSTORE_URL cannot be reached',
  );
}, 180_000);

test('reports a Redis that accepts connections but never responds', async () => {
  // A socket that is not read does not report that the other side has closed the connection.
  const silentServer = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const { port } = silentServer.address() as { port: number };
  const message = await getStartError({ REDIS_URL: `redis://127.0.0.1:${port}` }).finally(() =>
    silentServer.close(),
  );
  expect(message).toBe('The Redis of REDIS_URL cannot be reached: no answer.');
}, 180_000);

test.each([
  ['/dev/null', '/dev/null cannot be used: it is not a folder.'],
  ['/dev/null/kindra', '/dev/null/kindra cannot be used: /dev/null is not a folder.'],
])('reports a data folder that cannot be created: %s', async (path, message) => {
  expect(await getStartError({ KINDRA_DATA: path })).toBe(message);
});

/** Runs in another process, which can be killed: in Node.js 20, `mkdir` with `recursive` never returns there. */
test('reports a data folder in a file system without new folders', async () => {
  const kindra = runKindra(START_COMMAND, await createSettings({ KINDRA_DATA: '/proc/kindra/data' }));
  const timer = setTimeout(() => kindra.child.kill('SIGKILL'), 60_000);
  const message = await readErrorLine(kindra).finally(() => clearTimeout(timer));
  expect(message).toBe('/proc/kindra cannot be created: no folders can be created in /proc.');
}, 90_000);

const EMBEDDED_DATABASE = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '', TOKEN_SECRET: '' };

test('commands create no database in a folder without one, except seed and restore', async () => {
  const path = join(folder.path, 'mistyped');
  const runInFolder = (...args: readonly string[]) =>
    runKindraWith({ ...EMBEDDED_DATABASE, KINDRA_DATA: path }, 'postgres://unused/database', ...args);
  for (const command of ['verify', 'status', 'events'])
    expect(await runInFolder(command)).toEqual({
      status: 1,
      output: '',
      errors: `There is no Kindra in ${path}; set KINDRA_DATA or DATABASE_URL.\n`,
    });
  expect(existsSync(path)).toBe(false);
  expect((await runInFolder('seed')).errors).toBe(
    'Nothing was changed. Add --yes to skip the confirmation.\n',
  );
  expect((await runInFolder('events')).status).toBe(0);
}, 180_000);

test.each<Record<string, string>>([
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://kindra.example' },
])('refuses to simulate payments and sign-in with %j', async (settings) => {
  const message = await getStartError(settings);
  expect(message).toContain('GOOGLE_CLIENT_SECRET, SMTP_URL and MAIL_FROM must be set, because');
  expect(message).toContain('KINDRA_ALLOW_SIMULATOR=true on a staging system.');
});

test('reports a Node.js that is too old', async () => {
  const versionOverride = `Object.defineProperty(process.versions, 'node', { value: '18.20.1' })`;
  const preloadUrl = `data:text/javascript,${encodeURIComponent(versionOverride)}`;
  const kindra = runKindra([process.execPath, '--import', preloadUrl, 'scripts/start.mjs'], {
    KINDRA_DATA: folder.path,
  });
  expect(await readErrorLine(kindra)).toBe('Kindra needs Node.js 20.19 or newer; this is 18.20.1.');
});
