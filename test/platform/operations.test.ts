import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, parseSettings } from '../../adapters/config.ts';
import { createMetrics, serveMetrics } from '../../adapters/metrics.ts';
import { seedDemo } from '../../workers/demo/seed.ts';
import { startWorkers, type WorkerSystem } from '../../workers/main.ts';
import { createProcessEnvironment } from '../support/environment.ts';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

test('reads a .env file, which environment variables override', async () => {
  await writeFile(
    join(folder.path, '.env'),
    'HOST=127.0.0.9\nPORT=4321\nPUBLIC_URL=https://kindra.example/\nKINDRA_ALLOW_SIMULATOR=true\n',
  );
  const [home, port] = [process.cwd(), process.env.PORT];
  process.chdir(folder.path);
  process.env.PORT = '4322';
  try {
    const { host, port: usedPort, publicUrl } = loadSettings();
    expect([host, usedPort, publicUrl]).toEqual(['127.0.0.9', 4322, 'https://kindra.example']);
  } finally {
    process.chdir(home);
    if (port === undefined) delete process.env.PORT;
    else process.env.PORT = port;
  }
});

test('refuses demo data in production', async () => {
  const system = { settings: { isProduction: true } } as Parameters<typeof seedDemo>[0];
  await expect(seedDemo(system)).rejects.toThrow('Demo data cannot be created in production.');
});

test('serves metrics in the Prometheus format on a separate port', async () => {
  const server = await serveMetrics(createMetrics(), '127.0.0.1', 0);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toMatch(/^process_cpu_seconds_total /m);
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
  } finally {
    await server.close();
  }
});

test('npm test reports a Node.js that is too old in one sentence', async () => {
  const versionOverride = `Object.defineProperty(process.versions, 'node', { value: '18.20.1' })`;
  const preloadUrl = `data:text/javascript,${encodeURIComponent(versionOverride)}`;
  const testRun = runKindra([process.execPath, '--import', preloadUrl, 'scripts/test.mjs'], {
    KINDRA_DATA: folder.path,
  });
  expect(await testRun.exit).toBe(1);
  expect(testRun.getOutput().trim()).toBe('Kindra needs Node.js 20.19 or newer; this is 18.20.1.');
}, 180_000);

test.each([
  [['scripts/run.mjs', 'dance'], 'There is no program dance. Available: api, worker, bench, emails.'],
  [['scripts/run.mjs', 'worker', '--nothing'], "Unknown option '--nothing'"],
  [['scripts/start.mjs', '--emtpy'], "Unknown option '--emtpy'"],
  [['scripts/start.mjs', 'empty'], "Unexpected argument 'empty'"],
])(
  'reports invalid arguments of a script: %j',
  async (args, message) => {
    const kindra = runKindra([process.execPath, ...args], { KINDRA_DATA: folder.path });
    expect(await kindra.exit).toBe(1);
    expect(kindra.getOutput().trim().split('\n')).toEqual([expect.stringContaining(message)]);
  },
  60_000,
);

test('tests do not use the data folder of the machine', async () => {
  expect(parseSettings(createProcessEnvironment({})).dataFolder).toBe('/dev/null/kindra');
  const kindra = runKindra([process.execPath, 'scripts/start.mjs', '--prepared', '--empty'], { PORT: '0' });
  expect(await kindra.exit).toBe(1);
  expect(kindra.getOutput()).toContain('/dev/null/kindra');
}, 180_000);

test('lists missing test tools that cannot be installed', async () => {
  const program = `
    Object.assign(process, { getuid: () => 1000 });
    process.env.PATH = '/nowhere';
    const { ensureTestTools } = await import('./scripts/test-tools.mjs');
    await ensureTestTools().catch(({ message }) => console.log(message));`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], {});
  expect(await kindra.exit).toBe(0);
  expect(kindra.getOutput()).toMatch(
    /^The tests need .*redis-server.*: install them with your package manager/,
  );
}, 180_000);

test('refuses an unknown worker and lists the existing ones', async () => {
  const startup = startWorkers({} as WorkerSystem, { only: ['projections', 'dance'] });
  await expect(startup).rejects.toThrow(
    /^There is no worker named dance\. Available: projections, .*refunds/,
  );
});

test('refuses an empty selection of workers and lists the existing ones', async () => {
  await expect(startWorkers({} as WorkerSystem, { only: [] })).rejects.toThrow(
    /^--only selects no worker\. Available: projections, .*refunds/,
  );
});

test('npx kindra lists every command for operators', async () => {
  const helpCommand = runKindra([process.execPath, 'bin/kindra.mjs', '--help'], {});
  expect(await helpCommand.exit).toBe(0);
  const commands = [...helpCommand.getOutput().matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name);
  const commandNames = [
    'status',
    'replay',
    'verify',
    'ledger',
    'events',
    'staff',
    'payments',
    'erase',
    'backup',
  ];
  expect(commands).toEqual(expect.arrayContaining([...commandNames, 'restore', 'seed', 'anchor']));
}, 180_000);
