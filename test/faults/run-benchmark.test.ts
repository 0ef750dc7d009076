import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../bench/run-benchmark.ts';
import { isRunning } from '../support/postmaster-of.ts';
import { waitUntil } from '../support/wait.ts';

const runPlanted = (name: string, timeLimitMs = 60_000) =>
  runBenchmark({
    name,
    size: 'quick',
    url: '',
    timeLimitMs,
    program: fileURLToPath(new URL(`planted-benchmarks/${name}.ts`, import.meta.url)),
  });

test('keeps the rows of a benchmark whose process fails', async () => {
  const { rows, failure } = await runPlanted('failing');
  expect(rows).toEqual([{ what: 'reads', rate: 12, unit: 'reads/s' }]);
  expect(failure).toBe('its process ended with 3');
}, 180_000);

test('kills a hanging benchmark with all its processes at the time limit and keeps its rows', async () => {
  const { rows, failure } = await runPlanted('hanging', 15_000);
  expect(failure).toBe('it did not finish within 15 s');
  const pid = rows[0]?.rate ?? 0;
  expect(pid).toBeGreaterThan(0);
  await waitUntil(() => !isRunning(pid));
}, 180_000);

test('reports a benchmark without figures as failed', async () => {
  expect((await runPlanted('empty')).failure).toBe('it reported no figure');
}, 180_000);
