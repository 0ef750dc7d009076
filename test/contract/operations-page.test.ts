import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('docs/operations.md lists every setting', () => {
  const [schema = ''] =
    /^export const environmentSchema = .+?^}\);$/ms.exec(readText('adapters/config-schema.ts')) ?? [];
  const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  const page = readText('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('README.md lists some of these settings with the same defaults', () => {
  const listRows = (path: string) =>
    readText(path)
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+`/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  const defaults = new Map(listRows('docs/operations.md').map(([, name, , value]) => [name, value]));
  const rows = listRows('README.md');
  expect(rows.length).toBeGreaterThan(3);
  for (const [, name, , value] of rows) expect([name, value]).toEqual([name, defaults.get(name)]);
});
