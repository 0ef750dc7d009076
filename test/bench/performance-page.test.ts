import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePerformancePage } from './performance-page.ts';
import type { BenchmarkRecord } from './results.ts';
import { createRow } from './rows.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
const HAND_WRITTEN = '## Figures behind decisions';

const RECORD: BenchmarkRecord = {
  size: 'standard',
  machine: {
    processor: 'Any',
    cores: 2,
    memoryGb: 8,
    system: 'Linux',
    node: 'v20.19.0',
    postgres: '18.4',
  },
  results: [
    {
      name: 'feeds',
      measuredAt: '2026-11-21',
      seconds: 12,
      rows: [
        createRow({
          what: 'pages < 10',
          unit: 'ms',
          rate: 20,
          limitName: 'select',
          limit: 10,
          goal: { atMost: 15 },
        }),
      ],
    },
    {
      name: 'live',
      measuredAt: '2026-11-21',
      seconds: 60,
      rows: [],
      failure: 'Error: no connection\n  at x',
    },
  ],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindra-page-'));
  await writeFile(join(folder, 'performance.md'), await readFile(PAGE, 'utf8'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readPage = () => readFile(join(folder, 'performance.md'), 'utf8');
const getTextAfterResults = (page: string): string => page.slice(page.indexOf(HAND_WRITTEN));

test('replaces the results and leaves the hand-written figures alone', async () => {
  const before = await readPage();
  await writePerformancePage(folder, RECORD, [], true);
  await writePerformancePage(folder, RECORD, [], true);
  const page = await readPage();
  expect(page).toContain('| pages < 10 | 20 ms | 10 (select) | 0.5 | ≤ 15 ms: **missed** |');
  expect(page).toContain('**Failed**: Error: no connection.');
  expect(page.split('### Benchmark feeds')).toHaveLength(2);
  expect(getTextAfterResults(page)).toBe(getTextAfterResults(before));
});

test('lists ratios that fell before all results', async () => {
  const regression = { name: 'feeds', what: 'pages', before: 1, after: 0.5 };
  await writePerformancePage(folder, RECORD, [regression], true);
  const page = await readPage();
  const regressionIndex = page.indexOf('- feeds: pages: 1 → 0.5 (-50 %)');
  expect(regressionIndex).toBeGreaterThan(0);
  expect(regressionIndex).toBeLessThan(page.indexOf('### Benchmark feeds'));
});

test('draws a chart for each benchmark with figures', async () => {
  await writePerformancePage(folder, RECORD, [], true);
  expect(await readdir(join(folder, 'performance'))).toEqual(['feeds.svg']);
  const chart = await readFile(join(folder, 'performance', 'feeds.svg'), 'utf8');
  expect(chart).toContain('pages &lt; 10');
  expect(chart).toContain('20 ms · limit 10 · goal ≤ 15 ms');
});
