import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const readRepositoryFile = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

interface LockedPackage {
  readonly hasInstallScript?: boolean;
}

test('pins the base image of every stage to the same digest', async () => {
  const baseImages = [...(await readRepositoryFile('Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(
    ([, base]) => base,
  );
  expect(baseImages).toHaveLength(2);
  expect(new Set(baseImages).size).toBe(1);
  expect(baseImages[0]).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

test('runs the image in production', async () => {
  const stages = (await readRepositoryFile('Dockerfile')).split(/^FROM /m);
  expect(stages.at(-1)).toMatch(/^ENV NODE_ENV=production$/m);
});

test('runs only the allowed install scripts of dependencies', async () => {
  const lines = (await readRepositoryFile('Dockerfile')).split('\n');
  const npmCommands = lines.filter((line) => /npm (ci|install|prune)/.test(line));
  expect(npmCommands).toHaveLength(2);
  for (const line of npmCommands) expect(line).toContain('--ignore-scripts');
  expect(lines).toContain('RUN npm ci --include=dev --ignore-scripts && node scripts/rebuild-allowed.mjs');
});

test('lists every dependency with an install script as allowed or denied', async () => {
  const { packages } = JSON.parse(await readRepositoryFile('package-lock.json')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const scriptPackages = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''));
  const { allowScripts } = JSON.parse(await readRepositoryFile('package.json'));
  expect(Object.keys(allowScripts).sort()).toEqual(scriptPackages.sort());
});
