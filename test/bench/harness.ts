import type { Pool } from 'pg';
import type { BenchmarkRow } from './rows.ts';

/**
 * Amount of work. `tiny` only shows that a benchmark works. `quick` gives rough figures. `standard` produces the
 * committed figures. `large` uses the data sizes of the goals and has no limit on the total time. `huge` uses data
 * sizes that are measured only once, in a run started by hand.
 */
export type BenchmarkSize = 'tiny' | 'quick' | 'standard' | 'large' | 'huge';

/** One value per size. `huge` defaults to `large`, and `large` to `standard`. */
export interface BySize<Value> {
  readonly tiny: Value;
  readonly quick: Value;
  readonly standard: Value;
  readonly large?: Value;
  readonly huge?: Value;
}

/** A migrated, empty database on the PostgreSQL server of the benchmark run. */
export interface BenchmarkDatabase {
  readonly url: string;
  /** Pool of at most 80 connections. */
  readonly pool: Pool;
  readonly drop: () => Promise<void>;
}

export interface BenchmarkEnvironment {
  readonly createDatabase: () => Promise<BenchmarkDatabase>;
  readonly pick: <Value>(values: BySize<Value>) => Value;
  /** Stores rows. They are kept even if the benchmark fails later. */
  readonly report: (...rows: readonly BenchmarkRow[]) => void;
  /** Prints a progress message. */
  readonly note: (text: string) => void;
}

/** A named group of measurements that runs in its own process. */
export interface Benchmark {
  /** Name that selects the benchmark on the command line. */
  readonly name: string;
  readonly run: (environment: BenchmarkEnvironment) => Promise<void>;
}

export const pickBySize =
  (size: BenchmarkSize): BenchmarkEnvironment['pick'] =>
  (values) => {
    if (size === 'huge' && values.huge !== undefined) return values.huge;
    const isLarge = size === 'large' || size === 'huge';
    if (isLarge && values.large !== undefined) return values.large;
    return values[isLarge ? 'standard' : size];
  };

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upperMiddle = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upperMiddle : ((sorted[middle - 1] ?? Number.NaN) + upperMiddle) / 2;
}

/** Returns a percentile of the numbers. `fraction` is between 0 and 1. */
export function percentile(numbers: readonly number[], fraction: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/**
 * Measures several things in turn, round after round. Other load therefore affects all of them equally.
 * @returns the rates of each, one per round
 */
export async function interleave<Name extends string>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measurements) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) rates[name].push(await measurements[name]());
  }
  return rates;
}

/** Runs `work` repeatedly in several concurrent workers. Returns the completed calls per second. */
export async function measureRate(
  workers: number,
  durationMs: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let completedCount = 0;
  async function runWorker(): Promise<void> {
    while (performance.now() - startedAt < durationMs) {
      await work();
      completedCount += 1;
    }
  }
  await Promise.all(Array.from({ length: workers }, runWorker));
  return completedCount / ((performance.now() - startedAt) / 1_000);
}

/** Returns how long one call takes, in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures two calls in turn. Returns the durations of each call, in milliseconds. */
export async function measureAlternately(
  repetitions: number,
  feature: () => Promise<unknown>,
  limit: () => Promise<unknown>,
): Promise<{ readonly feature: readonly number[]; readonly limit: readonly number[] }> {
  const rates = await interleave(repetitions, {
    limit: () => measureMs(limit),
    feature: () => measureMs(feature),
  });
  return rates;
}
