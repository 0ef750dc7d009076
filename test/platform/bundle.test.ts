import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runKindra, temporaryFolder } from '../support/kindra-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (path: string): string => join(folder.path, path);
const bundles = (): readonly string[] => readdirSync(at('node_modules/.cache/kindra'));

const writeMessage = (message: string): void =>
  writeFileSync(at('module.ts'), `export const message: string = '${message} at ' + import.meta.url;`);

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const name of ['prepare.mjs', 'taking-turns.mjs', 'bundle.mjs'])
    cpSync(join(ROOT, 'scripts', name), at(`scripts/${name}`));
  writeFileSync(at('package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(at('node_modules'));
  for (const name of ['esbuild', 'tsx'])
    symlinkSync(join(ROOT, 'node_modules', name), at(`node_modules/${name}`));
});
afterEach(() => folder.remove());

/** Imports the module in a separate process and returns its message. */
async function readMessage(): Promise<string> {
  const prepare = JSON.stringify(at('scripts/prepare.mjs'));
  const program = `import { runBundle } from ${prepare}; console.log((await runBundle('module.ts')).message);`;
  const kindra = runKindra([process.execPath, '--input-type=module', '--eval', program], {});
  await kindra.ended;
  return kindra.output().trim();
}

const url = (): string => pathToFileURL(at('module.ts')).href;

test('runs a bundle of the current sources, which keep their URLs', async () => {
  writeMessage('old');
  expect(await readMessage()).toBe(`old at ${url()}`);
  const old = bundles();
  writeMessage('new');
  expect(await readMessage()).toBe(`new at ${url()}`);
  // Processes that run may still load the old ones.
  expect(bundles()).toEqual(expect.arrayContaining([...old]));
  expect(bundles().length).toBeGreaterThan(old.length);
}, 60_000);

test('runs the sources when the folder of bundles cannot be written', async () => {
  writeMessage('unbundled');
  writeFileSync(at('node_modules/.cache'), '');
  expect(await readMessage()).toContain(`unbundled at ${url()}`);
}, 60_000);
