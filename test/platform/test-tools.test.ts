import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGES = ['redis-server', 'pgbouncer', 'openssl', 'beancount', 'hledger'];

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

/** Installs the test tools as on a new Debian machine. A fake `apt-get` only records its arguments. */
async function runEnsureTestTools(
  uid: number,
  { status = 0, firefox = true } = {},
): Promise<{ aptCalls: string; output: string }> {
  const aptLogPath = join(folder.path, 'apt-calls');
  writeFileSync(aptLogPath, '');
  const aptPath = join(folder.path, 'apt-get');
  writeFileSync(aptPath, `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${aptLogPath}\nexit ${status}\n`);
  chmodSync(aptPath, 0o755);
  const program = `
    Object.assign(process, { getuid: () => ${uid} });
    Object.assign(process.env, { PATH: '${folder.path}', PLAYWRIGHT_BROWSERS_PATH: '/nowhere', CHROME_PATH: '', FIREFOX_PATH: '' });
    const { ensureTestTools } = await import('./scripts/test-tools.mjs');
    await ensureTestTools({ firefox: ${firefox} }).catch(({ message }) => console.log(message));`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], {});
  expect(await kindra.exit).toBe(0);
  return { aptCalls: readFileSync(aptLogPath, 'utf8'), output: kindra.getOutput() };
}

test('as root on Debian, npm test installs browsers, Redis, PgBouncer, openssl, beancount and hledger with apt', async () => {
  const { aptCalls, output } = await runEnsureTestTools(0);
  expect(aptCalls.trim().split('\n')).toEqual([
    'noninteractive update -qq',
    'noninteractive install -y -qq --no-install-recommends chromium firefox-esr redis-server pgbouncer openssl beancount hledger',
  ]);
  expect(output).toBe(
    'Installing chromium and firefox-esr and redis-server and pgbouncer and openssl and beancount and hledger…\n',
  );
}, 180_000);

test('lists the tools for an ordinary user without installing them', async () => {
  const { aptCalls, output } = await runEnsureTestTools(1000);
  expect(aptCalls).toBe('');
  expect(output).toMatch(
    /^The tests need chromium and firefox-esr and redis-server and pgbouncer and openssl and beancount and hledger: install them with/,
  );
}, 180_000);

test('requires Firefox only for the tier of tests that uses it', async () => {
  const { output } = await runEnsureTestTools(1000, { firefox: false });
  expect(output).toMatch(/^The tests need chromium and redis-server and/);
}, 180_000);

test('reports an installation that fails', async () => {
  expect((await runEnsureTestTools(0, { status: 1 })).output).toContain('apt-get update -qq failed.');
}, 180_000);

test('every job of the continuous integration installs the tools that npm test needs', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'test.yml'), 'utf8');
  const jobs = workflow.split(/^ {2}[\w-]+:$/m).slice(1);
  const testJobs = jobs.filter((job) => job.includes('- run: .ci/run'));
  expect(testJobs.length).toBeGreaterThan(0);
  for (const job of testJobs) {
    const [, installedPackages = ''] = /sudo apt-get install (.*)/.exec(job) ?? [];
    expect(installedPackages.split(' ')).toEqual(expect.arrayContaining(PACKAGES));
    expect(job).toContain('npx playwright install --with-deps chromium');
  }
});
