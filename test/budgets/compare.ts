import type { Cost } from './support/measure.ts';

const FILE = 'test/budgets/budgets.ts';

const UNITS: Readonly<Record<keyof Cost, string>> = {
  statements: 'SQL statements',
  roundTrips: 'round trips to PostgreSQL',
  buffers: 'PostgreSQL buffers',
  bytes: 'bytes of the answer',
  events: 'events',
  notifies: 'NOTIFYs',
};

/** Share of a budget of buffers that must be used. The depth of an index and split pages depend on random ids. */
const MIN_BUFFER_SHARE = 0.9;

const isWithin = (kind: keyof Cost, actual: number, allowed: number): boolean =>
  actual === allowed || (kind === 'buffers' && actual < allowed && actual >= allowed * MIN_BUFFER_SHARE);

/** Returns the differences between the cost of a call and its budget, as sentences. */
export function findBudgetProblems(call: string, measured: Cost, budget: Cost): readonly string[] {
  return (Object.keys(UNITS) as (keyof Cost)[]).flatMap((kind) => {
    const [actual, allowed] = [measured[kind], budget[kind]];
    if (isWithin(kind, actual, allowed)) return [];
    const counts = `${call}: ${actual} ${UNITS[kind]}, the budget is ${allowed}.`;
    return actual > allowed
      ? [`${counts} Make the call cheaper, or raise the budget in ${FILE} on purpose.`]
      : [`${counts} The call has become cheaper: lower the budget in ${FILE}.`];
  });
}
