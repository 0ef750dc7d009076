import { readdirSync } from 'node:fs';
import { benchmarkNames } from './registry.ts';

test('lists every benchmark file', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'));
  expect([...benchmarkNames].sort()).toEqual(files.map((file) => file.replace('.bench.ts', '')).sort());
});
