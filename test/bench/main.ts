/**
 * `npm run bench [-- names… --tiny | --quick | --large | --huge, --save]`: measures Kindra on its own PostgreSQL server
 * with durable commits. Prints each figure next to the limit measured in the same run. Saves the results in `docs`
 * after a run of all benchmarks in the standard or large size, or if `--save` is given.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { dropLeftoverDatabases, recycleWalSegments } from './database.ts';
import type { BenchmarkSize } from './harness.ts';
import { writePerformancePage } from './performance-page.ts';
import { benchmarkNames } from './registry.ts';
import {
  type BenchmarkRecord,
  type BenchmarkResult,
  describeMachine,
  findRegressions,
  formatToday,
  mergeRecords,
  readCommittedRecord,
  readRecord,
  writeRecord,
} from './results.ts';
import { runBenchmark } from './run-benchmark.ts';
import { formatRegression, formatTable, summarizeFailure } from './table.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCS = join(ROOT, 'docs');
const SAVED_RESULTS = join(DOCS, 'performance', 'results.json');
/** Results file of the current run. It is updated during the run. */
const LATEST_RESULTS = join(ROOT, '.bench', 'results.json');

/** Time limits for one benchmark and for the whole run, in milliseconds. */
const TIME_LIMITS_MS: Readonly<
  Record<BenchmarkSize, { readonly perBenchmark: number; readonly perRun: number }>
> = {
  tiny: { perBenchmark: 120_000, perRun: 600_000 },
  quick: { perBenchmark: 120_000, perRun: 840_000 },
  standard: { perBenchmark: 150_000, perRun: 840_000 },
  large: { perBenchmark: 1_200_000, perRun: Number.POSITIVE_INFINITY },
  huge: { perBenchmark: 2_400_000, perRun: Number.POSITIVE_INFINITY },
};

const print = (text: string): void => void process.stderr.write(`${text}\n`);

interface Options {
  readonly names: readonly string[];
  readonly size: BenchmarkSize;
  readonly shouldSave: boolean;
}

function parseOptions(): Options {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: { tiny: flag, quick: flag, large: flag, huge: flag, save: flag },
    allowPositionals: true,
  });
  const unknownNames = positionals.filter((name) => !benchmarkNames.includes(name));
  if (unknownNames.length > 0)
    throw new Error(
      `There is no benchmark ${unknownNames.join(', ')}. Available: ${benchmarkNames.join(', ')}.`,
    );
  const size = (['tiny', 'quick', 'large', 'huge'] as const).find((name) => values[name]) ?? 'standard';
  const names =
    positionals.length > 0 ? benchmarkNames.filter((name) => positionals.includes(name)) : benchmarkNames;
  const isComplete = positionals.length === 0 && (size === 'standard' || size === 'large');
  return { names, size, shouldSave: values.save || isComplete };
}

/** Creates a PostgreSQL server. It can be restarted if a benchmark stops it. */
function createRestartableServer(folder: string, size: BenchmarkSize) {
  let server: EmbeddedPostgres | undefined;
  async function startServer(): Promise<string> {
    server = await startEmbeddedPostgres({ folder });
    // Also creates the roles.
    await server.ensureDatabase('postgres');
    const url = server.getUrl('postgres');
    if (size !== 'tiny') await recycleWalSegments(url);
    return url;
  }
  return {
    /** Starts the server if it is not running. Returns the administrator's URL. */
    async ensureStarted(): Promise<string> {
      if (!server) return startServer();
      const url = server.getUrl('postgres');
      return dropLeftoverDatabases(url).then(() => url, startServer);
    },
    stop: async () => server?.stop(),
  };
}

function printResult({ name, seconds, rows, failure }: BenchmarkResult): void {
  if (failure) print(`${name} FAILED: ${failure}`);
  else print(`${name}: ${rows.length} figures in ${seconds.toFixed(1)} s`);
}

const createSkippedResult = (): Omit<BenchmarkResult, 'name'> => ({
  measuredAt: formatToday(),
  seconds: 0,
  failure: 'the time limit of the whole run was reached before it',
  rows: [],
});

/** Runs the benchmarks one after another, and writes the record after each. */
async function runAll({ names, size }: Options): Promise<BenchmarkRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-bench-'));
  const server = createRestartableServer(folder, size);
  const deadline = performance.now() + TIME_LIMITS_MS[size].perRun;
  try {
    const machine = await describeMachine(await server.ensureStarted());
    const results: BenchmarkResult[] = [];
    for (const [index, name] of names.entries()) {
      print(`${name} (${index + 1} of ${names.length})`);
      const timeLimitMs = Math.min(TIME_LIMITS_MS[size].perBenchmark, deadline - performance.now());
      const result =
        timeLimitMs > 0
          ? await runBenchmark({ name, size, url: await server.ensureStarted(), timeLimitMs })
          : createSkippedResult();
      results.push({ name, ...result });
      printResult(results.at(-1) as BenchmarkResult);
      await writeRecord(LATEST_RESULTS, { size, machine, results });
    }
    return { size, machine, results };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const options = parseOptions();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const committedRecord = await readCommittedRecord(ROOT, SAVED_RESULTS);
  const record = await runAll(options);
  const regressions = findRegressions(committedRecord, record);
  if (options.shouldSave) {
    const mergedRecord = mergeRecords(await readRecord(SAVED_RESULTS), record);
    await writeRecord(SAVED_RESULTS, mergedRecord);
    await writePerformancePage(DOCS, mergedRecord, regressions, committedRecord);
  }
  const { machine, results } = record;
  const failedResults = results.filter(({ failure }) => failure);
  const missedGoals = results.flatMap(({ rows }) => rows.filter(({ isMet }) => isMet === false));
  process.stdout.write(
    [
      ...failedResults.map(({ name, failure = '' }) => `FAILED: ${name}: ${summarizeFailure(failure)}`),
      ...regressions.map((regression) => `SLOWER: ${formatRegression(regression)}`),
      '',
      formatTable(results),
      '',
      `${machine.processor}, ${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
      `${results.length} benchmarks, ${failedResults.length} failed, ${missedGoals.length} goals missed, ${regressions.length} ratios fell`,
      '',
    ].join('\n'),
  );
  if (failedResults.length > 0 || missedGoals.length > 0) process.exitCode = 1;
}

await main();
