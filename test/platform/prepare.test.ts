import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const toPath = (path: string): string => join(folder.path, path);
const write = (path: string, content: string): void => {
  mkdirSync(dirname(toPath(path)), { recursive: true });
  writeFileSync(toPath(path), content);
};

/** A repository with one local dependency, so that no network is needed. */
beforeEach(async () => {
  folder = await createTemporaryFolder();
  for (const script of ['prepare.mjs', 'run-exclusively.mjs'])
    cpSync(join(ROOT, 'scripts', script), toPath(`scripts/${script}`));
  const self = { name: 'copy', version: '1.0.0', dependencies: { paw: 'file:paw' } };
  const paw = { name: 'paw', version: '1.0.0' };
  const packages = {
    '': self,
    'node_modules/paw': { resolved: 'paw', link: true },
    paw: { version: '1.0.0' },
  };
  write('package.json', JSON.stringify(self));
  write('paw/package.json', JSON.stringify(paw));
  write(
    'package-lock.json',
    JSON.stringify({ ...self, lockfileVersion: 3, requires: true, packages, dependencies: undefined }),
  );
});
afterEach(() => folder.remove());

/** Runs a step of the preparation in that repository; returns its output. */
async function prepare(
  step: 'ensureInstalled' | 'ensureWebBuilt',
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const module = JSON.stringify(toPath('scripts/prepare.mjs'));
  const program = `import * as prepare from ${module}; await prepare.${step}().catch(prepare.exitWithError);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], settings);
  await kindra.exit;
  return kindra.getOutput();
}

test('installs missing dependencies only', async () => {
  expect(await prepare('ensureInstalled')).toBe('Installing dependencies…\n');
  expect(existsSync(toPath('node_modules/paw/package.json'))).toBe(true);
  expect(await prepare('ensureInstalled')).toBe('');
}, 180_000);

test('reports a lack of disk space for dependencies in one sentence', async () => {
  write('npm.js', `console.error('npm error code ENOSPC'); process.exitCode = 1;`);
  expect(await prepare('ensureInstalled', { npm_execpath: toPath('npm.js') })).toBe(
    'Installing dependencies…\nThere is no space left on the disk for the dependencies.\n',
  );
}, 180_000);

test('builds the client when its sources have changed, and keeps the old build when that fails', async () => {
  const writeFakeVite = (then: string) =>
    write(
      'node_modules/vite/bin/vite.js',
      `const { mkdirSync, writeFileSync } = require('node:fs');
       const folder = process.argv[process.argv.indexOf('--outDir') + 1];
       mkdirSync(folder, { recursive: true });
       writeFileSync(folder + '/index.html', 'built');
       ${then}`,
    );
  writeFakeVite('');
  write('web/page.ts', 'first');
  expect(await prepare('ensureWebBuilt')).toBe('Building the web client…\n');
  expect(await prepare('ensureWebBuilt')).toBe('');
  write('web/page.ts', 'second');
  expect(await prepare('ensureWebBuilt')).toBe('Building the web client…\n');
  write('web/page.ts', 'third');
  writeFakeVite(`console.log('no such module'); process.exit(1);`);
  expect(await prepare('ensureWebBuilt')).toContain('The web client could not be built.\nno such module');
  expect(readFileSync(toPath('web/dist/index.html'), 'utf8')).toBe('built');
}, 180_000);
