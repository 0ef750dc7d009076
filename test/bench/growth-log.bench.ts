import { projectionNames } from '../../projections/registry.ts';
import { fillMixedLog } from './growth-log-data.ts';
import { measureStorage } from './growth-storage.ts';
import type { Benchmark, BenchmarkDatabase, BenchmarkEnvironment } from './harness.ts';
import { measureProcessorTime } from './processor-time.ts';
import { rebuildAll } from './rebuild.bench.ts';
import { type BenchmarkRow, createRow } from './rows.ts';
import { measureReadSeconds, verify } from './verify.bench.ts';

interface OperationResult {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Measures one operation on a log: its duration, the CPU time of the process and PostgreSQL, and the memory of the
 * process.
 */
async function measureOperation(
  database: BenchmarkDatabase,
  operation: string,
  { count, limit }: { readonly count: number; readonly limit: number },
  work: () => Promise<OperationResult>,
): Promise<readonly BenchmarkRow[]> {
  const { result, time } = await measureProcessorTime(database, work);
  const what = `${operation} of ${count.toLocaleString('en')} events`;
  const createTimeRow = (name: string, rate: number): BenchmarkRow => ({
    ...createRow({ what: `${what}${name}`, unit: 's', rate, limitName: 'reading the log once', limit }),
    series: `${operation}${name}`,
    size: count,
  });
  return [
    createTimeRow('', result.seconds),
    ...(time
      ? [createTimeRow(': CPU of Node.js', time.node), createTimeRow(': CPU of PostgreSQL', time.postgres)]
      : []),
    createRow({ what: `${what}: memory`, unit: 'MB', rate: result.megabytes }),
  ];
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const counts = pick({
    tiny: [1_000],
    quick: [20_000],
    standard: [100_000],
    large: [100_000, 1_000_000],
    huge: [100_000, 1_000_000, 10_000_000],
  });
  for (const count of counts) {
    const database = await createDatabase();
    try {
      note(`a log of ${count} events`);
      await fillMixedLog(database, count);
      const size = { count, limit: await measureReadSeconds(database) };
      note('rebuild of all read models');
      const rebuild = () => rebuildAll(database.url, projectionNames);
      report(...(await measureOperation(database, 'rebuild', size, rebuild)));
      await database.pool.query('ANALYZE');
      note('verify');
      report(...(await measureOperation(database, 'verify', size, () => verify(database.url))));
      if (count === counts.at(-1)) report(...(await measureStorage(database, count)));
    } finally {
      await database.drop();
    }
  }
}

/** Cost of `rebuild` and `verify`, and storage per event, by log size. */
export const growthLogBenchmark: Benchmark = { name: 'growth-log', run };
