import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePerformancePage } from './performance-page.ts';
import type { BenchmarkRecord } from './results.ts';
import { createRow } from './rows.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
const HAND_WRITTEN_HEADING = '## Figures behind decisions';

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
const getTextAfterResults = (page: string): string => page.slice(page.indexOf(HAND_WRITTEN_HEADING));

test('replaces the results and keeps the hand-written figures', async () => {
  const originalPage = await readPage();
  await writePerformancePage(folder, RECORD, [], RECORD);
  await writePerformancePage(folder, RECORD, [], RECORD);
  const page = await readPage();
  expect(page).toContain('| pages < 10 | 20 ms | 10 (select) | 0.5 | ≤ 15 ms: **missed** |');
  expect(page).toContain('**Failed**: Error: no connection.');
  expect(page.split('### Benchmark feeds')).toHaveLength(2);
  expect(getTextAfterResults(page)).toBe(getTextAfterResults(originalPage));
});

test('lists ratios that fell before all results', async () => {
  const regression = { name: 'feeds', what: 'pages', before: 1, after: 0.5 };
  await writePerformancePage(folder, RECORD, [regression], RECORD);
  const page = await readPage();
  expect(page).toContain('Ratios that fell by more than 15 % since the run before:');
  const regressionIndex = page.indexOf('- feeds: pages: 1 → 0.5 (-50 %)');
  expect(regressionIndex).toBeGreaterThan(0);
  expect(regressionIndex).toBeLessThan(page.indexOf('### Benchmark feeds'));
});

test.each([{ processor: 'Other' }, { cores: 4 }, { memoryGb: 16 }])(
  'names the other machine when the run before had %j',
  async (changes) => {
    const baseline = { ...RECORD, machine: { ...RECORD.machine, ...changes } };
    const regression = { name: 'feeds', what: 'pages', before: 1, after: 0.5 };
    await writePerformancePage(folder, RECORD, [regression], baseline);
    expect(await readPage()).toContain('since the run before, which was on another machine:');
    await writePerformancePage(folder, RECORD, [], baseline);
    expect(await readPage()).toContain('since the run before, which was on another machine.');
  },
);

test('states that there is no earlier run of the same size', async () => {
  await writePerformancePage(folder, RECORD, [], { ...RECORD, size: 'large' });
  expect(await readPage()).toContain('There was no earlier run of this size to compare with.');
});

test('draws a chart for each benchmark with figures', async () => {
  await writePerformancePage(folder, RECORD, [], RECORD);
  expect(await readdir(join(folder, 'performance'))).toEqual(['feeds.svg']);
  const chart = await readFile(join(folder, 'performance', 'feeds.svg'), 'utf8');
  expect(chart).toContain('pages &lt; 10');
  expect(chart).toContain('20 ms · limit 10 · goal ≤ 15 ms');
});
