import fc from 'fast-check';
import { createEventLogPaymentBooks } from '../../application/payment-books.ts';
import { createHandler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { sweepPayments } from '../../workers/payments/sweep.ts';
import { ACCOUNTS } from '../properties/coin-system.ts';
import { checkBooks, checkSystem, sumAtProvider } from '../properties/coins-checks.ts';
import { countLedger, expectSettled, type LedgerCount } from '../properties/coins-oracle.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { WAIT_MS, waitUntil } from '../support/wait.ts';
import { executeAction, script } from './concurrent/actors.ts';
import {
  type AppendFault,
  advanceDatabaseTime,
  type PlannedCrash,
  runProcesses,
} from './concurrent/processes.ts';
import { createTestedSystem, haveCrowdfundingsEnded, type TestedSystem } from './concurrent/tested-system.ts';

const faults = fc.infiniteStream(
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<AppendFault>('none') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<AppendFault>('lost before', 'lost after', 'dies before', 'dies after'),
    },
  ),
);
const plannedCrash: fc.Arbitrary<PlannedCrash> = fc.record({
  appendNumber: fc.integer({ min: 1, max: 8 }),
  fault: fc.constantFrom('dies before', 'dies after'),
});
const plannedCrashes = fc.array(plannedCrash, { maxLength: 4, size: 'max' });

/** Concurrent actions by several people, and crashes of two worker processes. */
const history = fc.record({
  people: fc.array(script, { minLength: 4, maxLength: 6, size: 'max' }),
  workers: fc.tuple(plannedCrashes, plannedCrashes),
  hasLongStreams: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const INITIAL_PURCHASE = {
  kind: 'buy',
  processIndex: 0,
  amount: 300,
  accountSource: 'metadata',
  reportMode: 'never',
  isReportedEarly: false,
  isPolledByBrowser: true,
} as const;
const TIME_STEP_INTERVAL_MS = 40;
/** Number of log prefixes that are checked in addition to the whole log. */
const PREFIX_COUNT = 12;

const readWholeLog = (log: EventLog) => log.readAll({ limit: 100_000 });
const countEvents = async ({ log }: TestedSystem): Promise<LedgerCount> =>
  countLedger(await readWholeLog(log));

/** Reads the log while other processes write to it. `stop` returns the events. */
function startReading(log: EventLog): { stop: () => Promise<readonly RecordedEvent[]> } {
  const events: RecordedEvent[] = [];
  let isStopped = false;
  const read = async (): Promise<void> => {
    while (!isStopped) {
      events.push(...(await log.readAll({ after: events.at(-1)?.position ?? 0, limit: 50 })));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const readLoop = read();
  return {
    stop: async () => {
      isStopped = true;
      await readLoop;
      return events;
    },
  };
}

/** Expects that payments reported by the provider are booked without a sweep. */
async function expectReportedPaymentsBooked(system: TestedSystem, { pool }: TestDatabase): Promise<void> {
  await system.provider.reportDelayed();
  await waitUntil(
    async () => (await pool.query('SELECT FROM private.webhooks WHERE body IS NOT NULL')).rowCount === 0,
  );
  const { bookings } = await countEvents(system);
  for (const { id, amountReceived } of system.provider.listPayments())
    if (system.provider.reportedIds.has(id) && amountReceived > 0)
      expect([`credit ${id}`, `credit ${id} to suspense`].some((booking) => bookings.has(booking))).toBe(
        true,
      );
}

/** Advances the clock by a day and runs the sweep. It finds the payments that the provider never reported. */
async function sweep({ log, advanceDays, getNow, dependencies }: TestedSystem): Promise<void> {
  advanceDays(1);
  const { clock, ids, payments } = dependencies;
  const logger = { info: () => {}, error: () => {} };
  const privateData = { webhooks: undefined as never };
  const handler = createHandler({ log });
  const paymentBooks = createEventLogPaymentBooks({ handler, ids });
  await sweepPayments({ paymentBooks, ids, clock, logger, payments, privateData }, getNow());
}

function isSettled(system: TestedSystem, counts: LedgerCount): boolean {
  try {
    expectSettled(counts);
    return haveCrowdfundingsEnded(system, counts);
  } catch {
    return false;
  }
}

async function expectEverythingSettled(system: TestedSystem): Promise<void> {
  await waitUntil(async () => isSettled(system, await countEvents(system))).catch(() => {});
  const counts = await countEvents(system);
  expectSettled(counts);
  expect(haveCrowdfundingsEnded(system, counts)).toBe(true);
}

/** Checks the invariants of the whole log and of several prefixes. */
async function expectValidLogs({ log, api, provider, acceptedDonations }: TestedSystem): Promise<void> {
  const events = await readWholeLog(log);
  const step = Math.ceil(events.length / PREFIX_COUNT);
  for (let length = step; length < events.length; length += step) checkBooks(events.slice(0, length));
  const counts = await checkSystem(log, createHandler({ log }));
  for (const process of api) await checkSystem(log, process.getHandler());
  expect(new Set(counts.donations.keys())).toEqual(acceptedDonations);
  expect(counts.clearing).toBe(sumAtProvider(provider.listPayments()));
}

async function playHistoryOn(
  database: TestDatabase,
  system: TestedSystem,
  { people, workers }: History,
): Promise<void> {
  const logReader = startReading(system.log);
  const workerProcesses = workers.map((crashes) => runProcesses(system.dependencies, crashes));
  const timer = setInterval(() => void advanceDatabaseTime(database).catch(() => {}), TIME_STEP_INTERVAL_MS);
  try {
    await Promise.all(
      people.map(async (actions) => {
        for (const action of actions) await executeAction(system, action);
      }),
    );
    await expectReportedPaymentsBooked(system, database);
    await sweep(system);
    await expectEverythingSettled(system);
  } finally {
    clearInterval(timer);
    await Promise.all([logReader.stop(), ...workerProcesses.map((worker) => worker.stop())]);
  }
  const readIds = (await logReader.stop()).map(({ id }) => id);
  expect((await readWholeLog(system.log)).slice(0, readIds.length).map(({ id }) => id)).toEqual(readIds);
  expect(system.rejections).toEqual([]);
  await expectValidLogs(system);
}

/** Runs a history on a new database. Checks the invariants during and after the run. */
async function playHistory(history: History, getNextFault: () => AppendFault): Promise<void> {
  const database = await createDatabase({ poolSize: 12 });
  const system = await createTestedSystem(database, getNextFault, history.hasLongStreams);
  try {
    for (const accountIndex of ACCOUNTS.keys())
      await executeAction(system, { ...INITIAL_PURCHASE, accountIndex });
    await playHistoryOn(database, system, history);
  } finally {
    await system.log.close();
    await database.drop();
  }
}

/**
 * Number of histories and random seed. Run more histories with `PROPERTY_RUNS=500 npm run -s jest --
 * test/faults/coins-concurrent`.
 */
const { PROPERTY_RUNS = '16', PROPERTY_SEED } = process.env;
const runCount = Number(PROPERTY_RUNS);
const TIME_LIMIT_MS = 15_000 + runCount * 1_500;
let currentHistory: Promise<unknown> = Promise.resolve();
afterAll(() => currentHistory.catch(() => {}));

test(
  'no coin is lost or created over several processes whose workers are killed',
  () => {
    const property = fc.asyncProperty(history, faults, (generatedHistory, stream) => {
      const result = playHistory(generatedHistory, () => stream.next().value as AppendFault);
      currentHistory = result;
      return result;
    });
    const seed = PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) };
    return fc.assert(property, { numRuns: runCount, ...seed, interruptAfterTimeLimit: TIME_LIMIT_MS });
  },
  TIME_LIMIT_MS + 2 * WAIT_MS,
);
