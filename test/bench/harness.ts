import type { Pool } from 'pg';

/** One measured rate beside the limit that was measured in the same run. */
export interface BenchmarkRow {
  readonly what: string;
  readonly rate: number;
  /** As in `events/s`, or `ms`. */
  readonly unit: string;
  /** What the limit is the rate of; empty when there is none. */
  readonly limitName?: string;
  readonly limit?: number;
  /** Rate / limit. */
  readonly ratio?: number;
  /** The goal in words, as in `≥ 0.7 of the limit`; empty when the row only informs. */
  readonly goal?: string;
  readonly met?: boolean;
}

/** A migrated, empty database on the PostgreSQL of the run. */
export interface BenchmarkDatabase {
  readonly url: string;
  /** At most 80 connections. */
  readonly pool: Pool;
  readonly drop: () => Promise<void>;
}

export interface BenchmarkEnvironment {
  readonly freshDatabase: () => Promise<BenchmarkDatabase>;
  /** Whether to be brief: smaller data, fewer rounds. The rates are rougher then. */
  readonly quick: boolean;
  /** Says what is going on. */
  readonly note: (text: string) => void;
}

/** Something whose speed is measured. */
export interface Benchmark {
  /** Name by which it is chosen on the command line. */
  readonly name: string;
  readonly run: (environment: BenchmarkEnvironment) => Promise<readonly BenchmarkRow[]>;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which the given part (0 to 1) of the numbers lies. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Measures several things in turn, round after round, so that the moods of the machine strike all of them alike.
 * @returns the rates of each, one a round
 */
export async function interleave<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) rates[name].push(await measures[name]());
  }
  return rates;
}

/** How often a second so many workers, each doing one thing after another, do the work. */
export async function ratePerSecond(
  workers: number,
  ms: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let done = 0;
  async function worker(): Promise<void> {
    while (performance.now() - started < ms) {
      await work();
      done += 1;
    }
  }
  await Promise.all(Array.from({ length: workers }, worker));
  return done / ((performance.now() - started) / 1_000);
}

/** A row of medians of rounds measured beside each other; the ratio is the median of the rounds' ratios. */
export function comparedRow(options: {
  readonly what: string;
  readonly unit: string;
  readonly rates: readonly number[];
  readonly limitName: string;
  readonly limits: readonly number[];
  readonly goalRatio: number;
}): BenchmarkRow {
  const { what, unit, rates, limitName, limits, goalRatio } = options;
  const ratio = median(rates.map((rate, round) => rate / (limits[round] ?? Number.NaN)));
  const goal = `≥ ${goalRatio} of the limit`;
  return {
    what,
    rate: median(rates),
    unit,
    limitName,
    limit: median(limits),
    ratio,
    goal,
    met: ratio >= goalRatio,
  };
}

/** A row whose goal is a number of its own. */
export function absoluteRow(options: {
  readonly what: string;
  readonly rate: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}): BenchmarkRow {
  const { what, rate, unit, atLeast, atMost } = options;
  const row = { what, rate, unit };
  if (atLeast !== undefined)
    return { ...row, goal: `≥ ${formatNumber(atLeast)} ${unit}`, met: rate >= atLeast };
  if (atMost !== undefined) return { ...row, goal: `≤ ${formatNumber(atMost)} ${unit}`, met: rate <= atMost };
  return row;
}

export function formatNumber(number: number): string {
  if (!Number.isFinite(number)) return '–';
  return number.toLocaleString('en', {
    maximumFractionDigits: Math.abs(number) < 10 ? 2 : Math.abs(number) < 100 ? 1 : 0,
  });
}

const HEADINGS = ['what', 'rate', '', 'limit', '', 'ratio', 'goal', ''];

/** The rows as a table of text. */
export function formatTable(rows: readonly BenchmarkRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    formatNumber(row.rate),
    row.unit,
    row.limit === undefined ? '' : formatNumber(row.limit),
    row.limitName ?? '',
    row.ratio === undefined ? '' : formatNumber(row.ratio),
    row.goal ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = new Set([1, 3, 5]);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        numeric.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(HEADINGS), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n');
}
