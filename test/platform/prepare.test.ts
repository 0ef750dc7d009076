import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const resolvePath = (path: string): string => join(folder.path, path);
const writeRepositoryFile = (path: string, content: string): void => {
  mkdirSync(dirname(resolvePath(path)), { recursive: true });
  writeFileSync(resolvePath(path), content);
};

// Creates a repository with two local dependencies, one for development, so that no network is needed.
beforeEach(async () => {
  folder = await createTemporaryFolder();
  for (const script of ['prepare.mjs', 'run-exclusively.mjs'])
    cpSync(join(ROOT, 'scripts', script), resolvePath(`scripts/${script}`));
  const rootPackage = {
    name: 'copy',
    version: '1.0.0',
    dependencies: { paw: 'file:paw' },
    devDependencies: { tail: 'file:tail' },
  };
  const packages = {
    '': rootPackage,
    'node_modules/paw': { resolved: 'paw', link: true },
    paw: { version: '1.0.0' },
    'node_modules/tail': { resolved: 'tail', link: true },
    tail: { version: '1.0.0', dev: true },
  };
  writeRepositoryFile('package.json', JSON.stringify(rootPackage));
  for (const name of ['paw', 'tail'])
    writeRepositoryFile(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
  writeRepositoryFile(
    'package-lock.json',
    JSON.stringify({ ...rootPackage, lockfileVersion: 3, requires: true, packages, dependencies: undefined }),
  );
});
afterEach(() => folder.remove());

/** Runs a preparation step in the temporary repository. Returns the step's output. */
async function runPrepareStep(
  step: 'ensureInstalled' | 'ensureInstalled({ dev: true })' | 'ensureWebBuilt',
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const module = JSON.stringify(resolvePath('scripts/prepare.mjs'));
  const call = step.endsWith(')') ? step : `${step}()`;
  const program = `import * as prepare from ${module}; await prepare.${call}.catch(prepare.exitWithError);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], settings);
  await kindra.exit;
  return kindra.getOutput();
}

test('installs missing dependencies only', async () => {
  expect(await runPrepareStep('ensureInstalled')).toBe('Installing dependencies…\n');
  expect(existsSync(resolvePath('node_modules/paw/package.json'))).toBe(true);
  expect(await runPrepareStep('ensureInstalled')).toBe('');
}, 180_000);

test('accepts an installation without development dependencies, except for tests', async () => {
  await runPrepareStep('ensureInstalled');
  // As npm prune --omit=dev leaves it.
  const listPath = 'node_modules/.package-lock.json';
  const { packages, ...list } = JSON.parse(readFileSync(resolvePath(listPath), 'utf8'));
  const { tail, 'node_modules/tail': link, ...prodPackages } = packages;
  rmSync(resolvePath('node_modules/tail'));
  writeRepositoryFile(listPath, JSON.stringify({ ...list, packages: prodPackages }));
  expect(await runPrepareStep('ensureInstalled')).toBe('');
  expect(await runPrepareStep('ensureInstalled({ dev: true })')).toBe('Installing dependencies…\n');
  expect(existsSync(resolvePath('node_modules/tail'))).toBe(true);
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
