import { median } from './harness.ts';

/** One measured figure and the limit measured in the same run. */
export interface BenchmarkRow {
  readonly what: string;
  readonly rate: number;
  /** Unit, such as `events/s` or `ms`. */
  readonly unit: string;
  /** Name of the limit, such as "bare insert". Missing if the row has no limit. */
  readonly limitName?: string;
  /** Limit, in the same unit as the rate. */
  readonly limit?: number;
  /** Speed as a fraction of the limit: rate / limit, or limit / rate for costs. Higher is better. */
  readonly ratio?: number;
  /** Goal as prose, such as `≥ 0.7 of the limit`. Missing if the row has no goal. */
  readonly goal?: string;
  /** Value of the goal, in the same unit as the rate. */
  readonly goalRate?: number;
  readonly isMet?: boolean;
  /** Name of the line in a growth chart. The row is the point at `size` on this line. */
  readonly series?: string;
  readonly size?: number;
}

/** A goal: a fraction of the limit, or a bound in the same unit as the rate. */
export type Goal = { readonly ratio: number } | { readonly atLeast: number } | { readonly atMost: number };

export interface RowOptions {
  readonly what: string;
  readonly unit: string;
  /** Measured figure, or one figure per round. */
  readonly rate: number | readonly number[];
  readonly limitName?: string;
  /** Limit, or one limit per round. Each limit is measured right next to a rate. */
  readonly limit?: number | readonly number[];
  readonly goal?: Goal;
}

const COST_UNITS = new Set(['ms', 's', 'MB', 'rounds']);

/** Returns whether lower values are better, for example for durations and memory. */
export const isCost = (unit: string): boolean => COST_UNITS.has(unit);

const toRounds = (figures: number | readonly number[]): readonly number[] =>
  typeof figures === 'number' ? [figures] : figures;

function calculateRatio(
  rates: readonly number[],
  limits: readonly number[],
  unit: string,
): number | undefined {
  if (limits.length === 0) return undefined;
  const computeRatio = (rate: number, limit: number): number => (isCost(unit) ? limit / rate : rate / limit);
  if (rates.length !== limits.length) return computeRatio(median(rates), median(limits));
  return median(rates.map((rate, round) => computeRatio(rate, limits[round] as number)));
}

function compareWithGoal(
  goal: Goal,
  { rate, unit, limit, ratio = Number.NaN }: BenchmarkRow,
): Pick<BenchmarkRow, 'goal' | 'goalRate' | 'isMet'> {
  if ('atLeast' in goal) {
    const { atLeast } = goal;
    return { goal: `≥ ${formatNumber(atLeast)} ${unit}`, goalRate: atLeast, isMet: rate >= atLeast };
  }
  if ('atMost' in goal) {
    const { atMost } = goal;
    return { goal: `≤ ${formatNumber(atMost)} ${unit}`, goalRate: atMost, isMet: rate <= atMost };
  }
  const goalRate = isCost(unit) ? (limit ?? Number.NaN) / goal.ratio : (limit ?? Number.NaN) * goal.ratio;
  return { goal: `≥ ${goal.ratio} of the limit`, goalRate, isMet: ratio >= goal.ratio };
}

/** Creates a row from the medians of all rounds. The ratio is the median of the ratios per round. */
export function createRow({ what, unit, rate, limitName, limit, goal }: RowOptions): BenchmarkRow {
  const rates = toRounds(rate);
  const limits = toRounds(limit ?? []);
  const ratio = calculateRatio(rates, limits, unit);
  const row: BenchmarkRow = {
    what,
    rate: median(rates),
    unit,
    ...(limitName && { limitName }),
    ...(limits.length > 0 && { limit: median(limits) }),
    ...(ratio !== undefined && { ratio }),
  };
  return goal ? { ...row, ...compareWithGoal(goal, row) } : row;
}

export function formatNumber(number: number): string {
  if (!Number.isFinite(number)) return '–';
  if (Math.abs(number) < 0.1) return number.toLocaleString('en', { maximumSignificantDigits: 2 });
  return number.toLocaleString('en', {
    maximumFractionDigits: Math.abs(number) < 10 ? 2 : Math.abs(number) < 100 ? 1 : 0,
  });
}
