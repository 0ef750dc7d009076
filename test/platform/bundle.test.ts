import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const toPath = (path: string): string => join(folder.path, path);
const listBundles = (): readonly string[] => readdirSync(toPath('node_modules/.cache/kindra'));

const writeMessage = (message: string): void =>
  writeFileSync(toPath('module.ts'), `export const message: string = '${message} at ' + import.meta.url;`);

beforeEach(async () => {
  folder = await createTemporaryFolder();
  for (const name of ['prepare.mjs', 'run-exclusively.mjs', 'bundle.mjs', 'source-map-lines.mjs'])
    cpSync(join(ROOT, 'scripts', name), toPath(`scripts/${name}`));
  writeFileSync(toPath('package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(toPath('node_modules'));
  for (const name of ['esbuild', 'tsx'])
    symlinkSync(join(ROOT, 'node_modules', name), toPath(`node_modules/${name}`));
});
afterEach(() => folder.remove());

/** Imports the module in a separate process and returns its message. */
async function readMessage(): Promise<string> {
  const prepare = JSON.stringify(toPath('scripts/prepare.mjs'));
  const program = `import { runBundle } from ${prepare}; console.log((await runBundle('module.ts')).message);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], {});
  await kindra.exit;
  return kindra.getOutput().trim();
}

const getModuleUrl = (): string => pathToFileURL(toPath('module.ts')).href;

test('runs a bundle of the current sources, which keep their URLs', async () => {
  writeMessage('old');
  expect(await readMessage()).toBe(`old at ${getModuleUrl()}`);
  const old = listBundles();
  writeMessage('new');
  expect(await readMessage()).toBe(`new at ${getModuleUrl()}`);
  // Processes that run may still load the old ones.
  expect(listBundles()).toEqual(expect.arrayContaining([...old]));
  expect(listBundles().length).toBeGreaterThan(old.length);
}, 60_000);

test('runs the sources when the folder of bundles cannot be written', async () => {
  writeMessage('unbundled');
  writeFileSync(toPath('node_modules/.cache'), '');
  expect(await readMessage()).toContain(`unbundled at ${getModuleUrl()}`);
}, 60_000);

test('stores a character outside Latin-1 in a regular expression as an escape sequence', async () => {
  writeFileSync(toPath('module.ts'), "export const message: string = String(/^[œđ]$/.test('đ'));");
  expect(await readMessage()).toBe('true');
  const [name = ''] = listBundles().filter((file) => file.endsWith('.mjs'));
  expect(readFileSync(toPath(`node_modules/.cache/kindra/${name}`), 'utf8')).toContain(
    '/^[\\u0153\\u0111]$/',
  );
}, 60_000);

test('stack traces name the lines of the sources, by a map with one segment per line', async () => {
  const source = `interface Removed {
  readonly field: string;
}

const call = (work: () => string): string => {
  try { return work(); } catch (error) { return String((error as Error).stack); }
};

export const message: string = call(() => {
  const removed: Removed = { field: 'x' };
  throw new Error(removed.field);
});
`;
  writeFileSync(toPath('module.ts'), source);
  const message = await readMessage();
  expect(message).toMatch(/module\.ts:11:\d+/);
  expect(message).toMatch(/module\.ts:6:\d+/);
  const [map = ''] = listBundles().filter((file) => file.endsWith('.map'));
  const { mappings } = JSON.parse(readFileSync(toPath(`node_modules/.cache/kindra/${map}`), 'utf8'));
  expect(mappings).not.toContain(',');
}, 60_000);

const LOADED_ON_DEMAND = [
  '@simplewebauthn/server',
  'bullmq',
  'knex',
  'markdown-it',
  'oidc-provider',
  'openid-client',
  'sharp',
];

test('a start loads no package that only some requests need', () => {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const path = execFileSync(process.execPath, ['scripts/bundle.mjs', 'scripts/processes.ts'], options);
  const importedPackages = [...readFileSync(path, 'utf8').matchAll(/\b(?:from|import) "([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(importedPackages).toContain('pg');
  expect(importedPackages.filter((name) => LOADED_ON_DEMAND.includes(name ?? ''))).toEqual([]);
}, 60_000);
