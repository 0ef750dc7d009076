import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const resolvePath = (path: string): string => join(folder.path, path);
const writeRepositoryFile = (path: string, content: string): void => {
  mkdirSync(dirname(resolvePath(path)), { recursive: true });
  writeFileSync(resolvePath(path), content);
};

// Creates a repository with one local dependency, so that no network is needed.
beforeEach(async () => {
  folder = await createTemporaryFolder();
  for (const script of ['prepare.mjs', 'run-exclusively.mjs'])
    cpSync(join(ROOT, 'scripts', script), resolvePath(`scripts/${script}`));
  const rootPackage = { name: 'copy', version: '1.0.0', dependencies: { paw: 'file:paw' } };
  const dependencyPackage = { name: 'paw', version: '1.0.0' };
  const packages = {
    '': rootPackage,
    'node_modules/paw': { resolved: 'paw', link: true },
    paw: { version: '1.0.0' },
  };
  writeRepositoryFile('package.json', JSON.stringify(rootPackage));
  writeRepositoryFile('paw/package.json', JSON.stringify(dependencyPackage));
  writeRepositoryFile(
    'package-lock.json',
    JSON.stringify({ ...rootPackage, lockfileVersion: 3, requires: true, packages, dependencies: undefined }),
  );
});
afterEach(() => folder.remove());

/** Runs a preparation step in the temporary repository. Returns the step's output. */
async function runPrepareStep(
  step: 'ensureInstalled' | 'ensureWebBuilt',
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const module = JSON.stringify(resolvePath('scripts/prepare.mjs'));
  const program = `import * as prepare from ${module}; await prepare.${step}().catch(prepare.exitWithError);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], settings);
  await kindra.exit;
  return kindra.getOutput();
}

test('installs missing dependencies only', async () => {
  expect(await runPrepareStep('ensureInstalled')).toBe('Installing dependencies…\n');
  expect(existsSync(resolvePath('node_modules/paw/package.json'))).toBe(true);
  expect(await runPrepareStep('ensureInstalled')).toBe('');
}, 180_000);

test('reports a lack of disk space for dependencies in one sentence', async () => {
  writeRepositoryFile('npm.js', `console.error('npm error code ENOSPC'); process.exitCode = 1;`);
  expect(await runPrepareStep('ensureInstalled', { npm_execpath: resolvePath('npm.js') })).toBe(
    'Installing dependencies…\nThere is no space left on the disk for the dependencies.\n',
  );
}, 180_000);

test('builds the client when its sources have changed, and keeps the old build when that fails', async () => {
  const writeFakeVite = (statements: string) =>
    writeRepositoryFile(
      'node_modules/vite/bin/vite.js',
      `const { mkdirSync, writeFileSync } = require('node:fs');
       const folder = process.argv[process.argv.indexOf('--outDir') + 1];
       mkdirSync(folder, { recursive: true });
       writeFileSync(folder + '/index.html', 'built');
       ${statements}`,
    );
  writeFakeVite('');
  writeRepositoryFile('web/page.ts', 'first');
  expect(await runPrepareStep('ensureWebBuilt')).toBe('Building the web client…\n');
  expect(await runPrepareStep('ensureWebBuilt')).toBe('');
  writeRepositoryFile('web/page.ts', 'second');
  expect(await runPrepareStep('ensureWebBuilt')).toBe('Building the web client…\n');
  writeRepositoryFile('web/page.ts', 'third');
  writeFakeVite(`console.log('no such module'); process.exit(1);`);
  expect(await runPrepareStep('ensureWebBuilt')).toContain(
    'The web client could not be built.\nno such module',
  );
  expect(readFileSync(resolvePath('web/dist/index.html'), 'utf8')).toBe('built');
}, 180_000);
