import { startTracing } from '../../adapters/tracing/index.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { startCollector } from '../support/trace-collector.ts';
import { waitUntil } from '../support/wait.ts';

/** Maximum time by which a trace export can delay the exit of a process, in milliseconds. */
const MAX_EXIT_DELAY_MS = 4_000;

function createRecordingLogger() {
  const warnings: string[] = [];
  const warn = (_fields: unknown, message?: string) => void warnings.push(message ?? '');
  return { warnings, logger: { warn } };
}

const recordSpan = (tracing: Tracing, name = 'work'): Promise<string> =>
  tracing.runInSpan(
    name,
    () => ({}),
    async () => 'done',
  );

test('sends pending spans when the process ends', async () => {
  const collector = await startCollector();
  const { logger, warnings } = createRecordingLogger();
  const traces = startTracing({ collectorUrl: `${collector.url}/`, logger, intervalMs: 3_600_000 });
  for (let n = 0; n < 40; n += 1) await recordSpan(traces, `work ${n}`);
  expect(collector.spans).toHaveLength(0);
  await traces.close();
  expect(collector.spans).toHaveLength(40);
  expect(warnings).toEqual([]);
  await collector.close();
});

const unreachableCollector = { url: 'http://127.0.0.1:9', close: async () => {} };

test.each([
  ['is unreachable', async () => unreachableCollector],
  ['returns errors', () => startCollector({ status: 500 })],
])('a collector that %s is reported once and causes no delay', async (_, start) => {
  const collector = await start();
  const { logger, warnings } = createRecordingLogger();
  const traces = startTracing({ collectorUrl: collector.url, logger, intervalMs: 10 });
  for (let n = 0; n < 9_000; n += 1) expect(await recordSpan(traces)).toBe('done');
  await waitUntil(() => warnings.length > 0);
  const startedAt = performance.now();
  await traces.close();
  expect(performance.now() - startedAt).toBeLessThan(MAX_EXIT_DELAY_MS);
  expect(warnings).toEqual(['trace export failed']);
  await collector.close();
});

test('an error is exported by its kind only', async () => {
  const collector = await startCollector();
  const traces = startTracing({ collectorUrl: collector.url, ...createRecordingLogger() });
  const recordFailure = (error: unknown) =>
    traces
      .runInSpan(
        'failing',
        () => ({}),
        () => Promise.reject(error),
      )
      .catch(() => {});
  await recordFailure(new RangeError('somebody@example.org'));
  await recordFailure(Object.assign(new Error('duplicate key (somebody@example.org)'), { code: '23505' }));
  await traces.close();
  expect(collector.spans.map(({ status }) => status)).toEqual([
    { code: 2, message: 'RangeError' },
    { code: 2, message: '23505' },
  ]);
  expect(collector.bodies.join()).not.toContain('example.org');
  await collector.close();
});
