import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Code blocks that begin with the path of a file. */
const blocks = [...readText('ARCHITECTURE.md').matchAll(/^```ts\n\/\/ (\S+)\n(.+?)^```$/gms)].map(
  ([, path = '', code = '']) => ({ path, code }),
);

test('ARCHITECTURE.md quotes code as it is in the files', () => {
  expect(blocks).toHaveLength(3);
  for (const { path, code } of blocks)
    for (const part of code.split(/\n\n/)) expect(readText(path)).toContain(part.trimEnd());
});
