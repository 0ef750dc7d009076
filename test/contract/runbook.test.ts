import { readFile } from 'node:fs/promises';
import { workerNames } from '../../workers/main.ts';

test('the runbook starts workers that there are', async () => {
  const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const named = [...runbook.matchAll(/--only ([\w,-]+)/g)].flatMap(([, names = '']) => names.split(','));
  expect(named.length).toBeGreaterThan(1);
  expect(workerNames).toEqual(expect.arrayContaining(named));
});
