import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

interface LockedPackage {
  readonly hasInstallScript?: boolean;
}

test('pins the base of every stage of the image by the same digest', async () => {
  const bases = [...(await read('Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

test('runs the image in production', async () => {
  const stages = (await read('Dockerfile')).split(/^FROM /m);
  expect(stages.at(-1)).toMatch(/^ENV NODE_ENV=production$/m);
});

test('installs the dependencies of the image with install scripts off but for the allowed ones', async () => {
  const lines = (await read('Dockerfile')).split('\n');
  const npm = lines.filter((line) => /npm (ci|install|prune)/.test(line));
  expect(npm).toHaveLength(2);
  for (const line of npm) expect(line).toContain('--ignore-scripts');
  expect(lines).toContain('RUN npm ci --include=dev --ignore-scripts && node scripts/rebuild-allowed.mjs');
});

test('decides for every dependency with an install script whether it may run', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''));
  const { allowScripts } = JSON.parse(await read('package.json'));
  expect(Object.keys(allowScripts).sort()).toEqual(withScripts.sort());
});
