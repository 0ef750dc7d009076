import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BenchmarkRecord,
  findRegressions,
  mergeRecords,
  readCommittedRecord,
  writeRecord,
} from './results.ts';
import type { BenchmarkRow } from './rows.ts';

const machine = {
  processor: 'Any',
  cores: 2,
  memoryGb: 8,
  system: 'Linux',
  node: 'v20.19.0',
  postgres: '18.4',
};

const createRow = (what: string, ratio: number): BenchmarkRow => ({
  what,
  rate: ratio * 100,
  unit: 'reads/s',
  ratio,
});

const createRecord = (
  ratios: Readonly<Record<string, number>>,
  size: BenchmarkRecord['size'] = 'standard',
): BenchmarkRecord => ({
  size,
  machine,
  results: Object.entries(ratios).map(([name, ratio]) => ({
    name,
    measuredAt: '2026-11-21',
    seconds: 1,
    rows: [createRow('page 1', ratio)],
  })),
});

test('lists ratios that fell by more than 15 %, the largest loss first', () => {
  const committedRecord = createRecord({ feeds: 1, live: 1, append: 1, login: 0.5 });
  const newRecord = createRecord({ feeds: 0.84, live: 0.5, append: 0.86, login: 0.6 });
  expect(findRegressions(committedRecord, newRecord)).toEqual([
    { name: 'live', what: 'page 1', before: 1, after: 0.5 },
    { name: 'feeds', what: 'page 1', before: 1, after: 0.84 },
  ]);
});

test('does not compare runs of different sizes', () => {
  expect(findRegressions(createRecord({ feeds: 1 }), createRecord({ feeds: 0.1 }, 'quick'))).toEqual([]);
});

test('keeps committed results of benchmarks that did not run', () => {
  const mergedRecord = mergeRecords(createRecord({ feeds: 1, live: 1 }), createRecord({ live: 2 }));
  expect(mergedRecord.results.map(({ name, rows }) => [name, rows[0]?.ratio])).toEqual([
    ['feeds', 1],
    ['live', 2],
  ]);
});

test('compares with the committed record and not with a saved one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-record-'));
  const path = join(folder, 'docs', 'results.json');
  const runGit = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Any', '-c', 'user.email=any@example.org', ...args], {
      cwd: folder,
    });
  try {
    await runGit('init', '-q');
    await writeRecord(path, createRecord({ feeds: 1 }));
    await runGit('add', '.');
    await runGit('commit', '-q', '-m', 'Record');
    await writeRecord(path, createRecord({ feeds: 0.5 }));
    expect(await readCommittedRecord(folder, path)).toEqual(createRecord({ feeds: 1 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
