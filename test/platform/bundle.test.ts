import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder, runKindra } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const resolvePath = (path: string): string => join(folder.path, path);
const listBundles = (): readonly string[] => readdirSync(resolvePath('node_modules/.cache/kindra'));

const writeMessage = (message: string): void =>
  writeFileSync(
    resolvePath('module.ts'),
    `export const message: string = '${message} at ' + import.meta.url;`,
  );

beforeEach(async () => {
  folder = await createTemporaryFolder();
  for (const name of ['prepare.mjs', 'run-exclusively.mjs', 'bundle.mjs', 'source-map-lines.mjs'])
    cpSync(join(ROOT, 'scripts', name), resolvePath(`scripts/${name}`));
  writeFileSync(resolvePath('package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(resolvePath('node_modules'));
  for (const name of ['esbuild', 'tsx'])
    symlinkSync(join(ROOT, 'node_modules', name), resolvePath(`node_modules/${name}`));
});
afterEach(() => folder.remove());

/** Imports the module in a separate process. Returns the message that it prints. */
async function readMessage(): Promise<string> {
  const modulePath = JSON.stringify(resolvePath('scripts/prepare.mjs'));
  const program = `import { runBundle } from ${modulePath}; console.log((await runBundle('module.ts')).message);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], {});
  await kindra.exit;
  return kindra.getOutput().trim();
}

const getModuleUrl = (): string => pathToFileURL(resolvePath('module.ts')).href;

test('runs a bundle of the current sources, whose modules keep their URLs', async () => {
  writeMessage('old');
  expect(await readMessage()).toBe(`old at ${getModuleUrl()}`);
  const oldBundles = listBundles();
  writeMessage('new');
  expect(await readMessage()).toBe(`new at ${getModuleUrl()}`);
  // Running processes may still load the old bundles.
  expect(listBundles()).toEqual(expect.arrayContaining([...oldBundles]));
  expect(listBundles().length).toBeGreaterThan(oldBundles.length);
}, 60_000);

test('does not bundle again until a source changes, also one that is imported', async () => {
  writeFileSync(resolvePath('module.ts'), "export { message } from './imported.ts';");
  writeFileSync(resolvePath('imported.ts'), "export const message: string = 'first';");
  expect(await readMessage()).toBe('first');
  const getRecordNumber = () => statSync(resolvePath('node_modules/.cache/kindra/module.ts.json')).ino;
  const recordNumber = getRecordNumber();
  expect(await readMessage()).toBe('first');
  expect(getRecordNumber()).toBe(recordNumber);
  writeFileSync(resolvePath('imported.ts'), "export const message: string = 'second';");
  expect(await readMessage()).toBe('second');
}, 60_000);

test('bundles again if a file of the bundle is missing', async () => {
  writeFileSync(
    resolvePath('module.ts'),
    "export const { message } = (await import('./imported.ts')) as { message: string };",
  );
  writeFileSync(resolvePath('imported.ts'), "export const message: string = 'on demand';");
  expect(await readMessage()).toBe('on demand');
  const parts = listBundles().filter((file) => file.startsWith('part-') && file.endsWith('.mjs'));
  expect(parts).toHaveLength(1);
  for (const part of parts) rmSync(resolvePath(`node_modules/.cache/kindra/${part}`));
  expect(await readMessage()).toBe('on demand');
}, 60_000);

test('bundles again if another version has written the record', async () => {
  writeMessage('current');
  expect(await readMessage()).toContain('current');
  for (const record of ['{}', '{"output":"elsewhere.mjs"}', 'null', 'not JSON']) {
    writeFileSync(resolvePath('node_modules/.cache/kindra/module.ts.json'), record);
    expect(await readMessage()).toContain('current');
  }
}, 60_000);

test('runs the sources when the folder of bundles cannot be written', async () => {
  writeMessage('unbundled');
  writeFileSync(resolvePath('node_modules/.cache'), '');
  expect(await readMessage()).toContain(`unbundled at ${getModuleUrl()}`);
}, 60_000);

test('stores a character outside Latin-1 in a regular expression as an escape sequence', async () => {
  writeFileSync(resolvePath('module.ts'), "export const message: string = String(/^[œđ]$/.test('đ'));");
  expect(await readMessage()).toBe('true');
  const [name = ''] = listBundles().filter((file) => file.endsWith('.mjs'));
  expect(readFileSync(resolvePath(`node_modules/.cache/kindra/${name}`), 'utf8')).toContain(
    '/^[\\u0153\\u0111]$/',
  );
}, 60_000);

test('stack traces contain the lines of the sources, using a map with one segment per line', async () => {
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
  writeFileSync(resolvePath('module.ts'), source);
  const message = await readMessage();
  expect(message).toMatch(/module\.ts:11:\d+/);
  expect(message).toMatch(/module\.ts:6:\d+/);
  const [map = ''] = listBundles().filter((file) => file.endsWith('.map'));
  const { mappings } = JSON.parse(readFileSync(resolvePath(`node_modules/.cache/kindra/${map}`), 'utf8'));
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

test('the start loads no package that only some requests need', () => {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const path = execFileSync(process.execPath, ['scripts/bundle.mjs', 'scripts/processes.ts'], options);
  const importedPackages = [...readFileSync(path, 'utf8').matchAll(/\b(?:from|import) "([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(importedPackages).toContain('pg');
  expect(importedPackages.filter((name) => LOADED_ON_DEMAND.includes(name ?? ''))).toEqual([]);
}, 60_000);
