import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BenchmarkSize } from './harness.ts';
import type { BenchmarkRow } from './rows.ts';

export interface BenchmarkResult {
  readonly name: string;
  /** Date of the measurement, such as `2026-11-21`. */
  readonly measuredAt: string;
  /** Duration of the whole benchmark. */
  readonly seconds: number;
  /** Error message if the benchmark did not finish. */
  readonly failure?: string;
  readonly rows: readonly BenchmarkRow[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
}

/** Returns whether two machines have equal hardware. */
export const isSameMachine = (first: Machine, second: Machine): boolean =>
  first.processor === second.processor && first.cores === second.cores && first.memoryGb === second.memoryGb;

/** The committed results of a run. */
export interface BenchmarkRecord {
  readonly size: BenchmarkSize;
  readonly machine: Machine;
  readonly results: readonly BenchmarkResult[];
}

/** A ratio that has fallen since the committed run. */
export interface Regression {
  readonly name: string;
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

/** A ratio is a regression if it is below this fraction of the committed ratio. */
const REGRESSION_THRESHOLD = 0.85;

/** Describes this machine. `url` is a URL of the measured PostgreSQL server. */
export async function describeMachine(url: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    postgres: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
  };
}

/** Reads a record. Returns undefined if the file does not exist. */
export async function readRecord(path: string): Promise<BenchmarkRecord | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as BenchmarkRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads a record from the last commit, or from the file if there is no repository. Returns undefined if it does not
 * exist.
 */
export async function readCommittedRecord(
  repository: string,
  path: string,
): Promise<BenchmarkRecord | undefined> {
  const execute = promisify(execFile);
  const options = { cwd: repository, maxBuffer: 2 ** 26 };
  try {
    const { stdout } = await execute('git', ['show', `HEAD:${relative(repository, path)}`], options);
    return JSON.parse(stdout) as BenchmarkRecord;
  } catch {
    const headCommit = await execute('git', ['rev-parse', 'HEAD'], options).catch(() => null);
    return headCommit ? undefined : readRecord(path);
  }
}

/** Formats today's date, such as `2026-11-21`. */
export const formatToday = (): string => new Date().toISOString().slice(0, 10);

export async function writeRecord(path: string, record: BenchmarkRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Replaces the results of benchmarks that were measured again. If the sizes of the records differ, returns the new
 * record only.
 */
export function mergeRecords(
  oldRecord: BenchmarkRecord | undefined,
  newRecord: BenchmarkRecord,
): BenchmarkRecord {
  if (oldRecord?.size !== newRecord.size) return newRecord;
  const keptResults = oldRecord.results.filter(
    ({ name }) => !newRecord.results.some((result) => result.name === name),
  );
  return { ...newRecord, results: [...keptResults, ...newRecord.results] };
}

const findRow = (record: BenchmarkRecord, name: string, what: string): BenchmarkRow | undefined =>
  record.results.find((result) => result.name === name)?.rows.find((row) => row.what === what);

/**
 * Returns the ratios that fell by more than 15 %, the largest loss first. Returns none if the sizes of the records
 * differ.
 */
export function findRegressions(
  committedRecord: BenchmarkRecord | undefined,
  newRecord: BenchmarkRecord,
): readonly Regression[] {
  if (committedRecord?.size !== newRecord.size) return [];
  return newRecord.results
    .flatMap(({ name, rows }) =>
      rows.flatMap(({ what, ratio: after }): readonly Regression[] => {
        const before = findRow(committedRecord, name, what)?.ratio;
        if (before === undefined || after === undefined || after >= before * REGRESSION_THRESHOLD) return [];
        return [{ name, what, before, after }];
      }),
    )
    .sort((a, b) => a.after / a.before - b.after / b.before);
}
