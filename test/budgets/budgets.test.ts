import { budgets } from './budgets.ts';
import { findBudgetProblems } from './compare.ts';
import { type HotCallName, reads, writes } from './support/calls.ts';
import { measure } from './support/measure.ts';
import { type MeteredSystem, startMeteredSystem } from './support/metered-system.ts';

/**
 * Whether the tests run on an external PostgreSQL server. Buffer counts depend on the PostgreSQL version and require
 * superuser rights, so they are not compared there.
 */
const isOtherServer = Boolean(process.env.DATABASE_URL);

let system: MeteredSystem;

beforeAll(async () => {
  system = await startMeteredSystem();
  for (const call of Object.values(reads)) await call(system);
  await system.settle();
});
afterAll(() => system.close());

async function findProblems(name: HotCallName): Promise<readonly string[]> {
  const measuredCost = await measure(system, name);
  const budget = budgets[name];
  return findBudgetProblems(
    name,
    isOtherServer ? { ...measuredCost, buffers: budget.buffers } : measuredCost,
    budget,
  );
}

describe.each([
  ['read', reads],
  ['write', writes],
])('the cost of a %s equals its budget', (_kind, calls) => {
  test.each(Object.keys(calls) as HotCallName[])('%s', async (name) => {
    expect(await findProblems(name)).toEqual([]);
  });
});

test('work outside of requests is not counted, and statements that are sent together share a round trip', async () => {
  const { meter } = system;
  const query = () => meter.pool.query('SELECT');
  meter.reset();
  await query();
  expect(meter.getTraffic()).toEqual({ statements: 0, roundTrips: 0, buffers: 0 });
  await meter.count(async () => {
    await Promise.all([query(), query()]);
    await query();
  });
  expect(meter.getTraffic()).toEqual({ statements: 3, roundTrips: 2, buffers: 0 });
});

const budget = { statements: 2, roundTrips: 2, buffers: 20, bytes: 100, events: 0, notifies: 0 };

test('a cost above its budget is reported with the call, the value and the budget', () => {
  expect(findBudgetProblems('Wallet', { ...budget, statements: 3 }, budget)).toEqual([
    'Wallet: 3 SQL statements, the budget is 2. Make the call cheaper, or raise the budget in test/budgets/budgets.ts on purpose.',
  ]);
});

test('a cost below its budget is reported, so that the budget is lowered', () => {
  expect(findBudgetProblems('Wallet', { ...budget, buffers: 18 }, budget)).toEqual([]);
  expect(findBudgetProblems('Wallet', { ...budget, buffers: 17 }, budget)).toEqual([
    'Wallet: 17 PostgreSQL buffers, the budget is 20. The call has become cheaper: lower the budget in test/budgets/budgets.ts.',
  ]);
});
