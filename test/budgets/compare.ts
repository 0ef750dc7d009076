import type { Cost } from './support/measure.ts';

const BUDGETS_FILE = 'test/budgets/budgets.ts';

const UNITS: Readonly<Record<keyof Cost, string>> = {
  statements: 'SQL statements',
  roundTrips: 'round trips to PostgreSQL',
  buffers: 'PostgreSQL buffers',
  bytes: 'bytes of the answer',
  events: 'events',
  notifies: 'NOTIFYs',
};

/**
 * Minimum fraction of its buffer budget that a call must use. The exact number varies, because random ids affect index
 * depth and page splits.
 */
const MIN_BUFFER_SHARE = 0.9;

const isWithin = (kind: keyof Cost, measuredValue: number, budgetValue: number): boolean =>
  measuredValue === budgetValue ||
  (kind === 'buffers' && measuredValue < budgetValue && measuredValue >= budgetValue * MIN_BUFFER_SHARE);

/** Compares the cost of a call with its budget. Returns one sentence per difference. */
export function findBudgetProblems(call: string, measuredCost: Cost, budget: Cost): readonly string[] {
  return (Object.keys(UNITS) as (keyof Cost)[]).flatMap((kind) => {
    const [actual, allowed] = [measuredCost[kind], budget[kind]];
    if (isWithin(kind, actual, allowed)) return [];
    const summary = `${call}: ${actual} ${UNITS[kind]}, the budget is ${allowed}.`;
    return actual > allowed
      ? [`${summary} Make the call cheaper, or raise the budget in ${BUDGETS_FILE} on purpose.`]
      : [`${summary} The call has become cheaper: lower the budget in ${BUDGETS_FILE}.`];
  });
}
