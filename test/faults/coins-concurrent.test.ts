import fc from 'fast-check';
import { createEventLogPaymentBooks } from '../../application/payment-books.ts';
import { createHandler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { sweepPayments } from '../../workers/payments/sweep.ts';
import { ACCOUNTS } from '../properties/coin-system.ts';
import { check, checkBooks, sumAtProvider } from '../properties/coins-checks.ts';
import { type Count, count, expectSettled } from '../properties/coins-oracle.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { WAIT_MS, waitUntil } from '../support/wait.ts';
import { act, script } from './concurrent/actors.ts';
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
  appends: fc.integer({ min: 1, max: 8 }),
  fault: fc.constantFrom('dies before', 'dies after'),
});
const plannedCrashes = fc.array(plannedCrash, { maxLength: 4, size: 'max' });

/** Concurrent actions of several people, and crashes of two worker processes during them. */
const history = fc.record({
  people: fc.array(script, { minLength: 4, maxLength: 6, size: 'max' }),
  workers: fc.tuple(plannedCrashes, plannedCrashes),
  longStreams: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer Of> ? Of : never;

const FIRST_COINS = {
  kind: 'buy',
  via: 0,
  amount: 300,
  known: 'metadata',
  reportMode: 'never',
  early: false,
  isPolledByBrowser: true,
} as const;
const TIME_STEP_INTERVAL_MS = 40;
/** Number of prefixes of the log that are checked besides the whole. */
const PREFIXES = 12;

const readWholeLog = (log: EventLog) => log.readAll({ limit: 100_000 });
const countEvents = async ({ log }: TestedSystem): Promise<Count> => count(await readWholeLog(log));

/** Reads while others write, until `end` is called, which returns the events. */
function startReading(log: EventLog): { end: () => Promise<readonly RecordedEvent[]> } {
  const events: RecordedEvent[] = [];
  let isEnding = false;
  const read = async (): Promise<void> => {
    while (!isEnding) {
      events.push(...(await log.readAll({ after: events.at(-1)?.position ?? 0, limit: 50 })));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const reading = read();
  return {
    end: async () => {
      isEnding = true;
      await reading;
      return events;
    },
  };
}

/** Expects that the payments reported by the provider are booked without a sweep. */
async function expectReportedBooked(system: TestedSystem, { pool }: TestDatabase): Promise<void> {
  await system.provider.reportDelayed();
  await waitUntil(
    async () => (await pool.query('SELECT FROM private.webhooks WHERE body IS NOT NULL')).rowCount === 0,
  );
  const { booked } = await countEvents(system);
  for (const { id, amountReceived } of system.provider.all())
    if (system.provider.reportedIds.has(id) && amountReceived > 0)
      expect([`credit ${id}`, `credit ${id} to suspense`].some((credit) => booked.has(credit))).toBe(true);
}

/** Runs the sweep a day later, which finds the payments that the provider never reported. */
async function sweep({ log, advanceDays, now, dependencies }: TestedSystem): Promise<void> {
  advanceDays(1);
  const { clock, ids, payments } = dependencies;
  const logger = { info: () => {}, error: () => {} };
  const privateData = { webhooks: undefined as never };
  const handler = createHandler({ log });
  const paymentBooks = createEventLogPaymentBooks({ handler, ids });
  await sweepPayments({ paymentBooks, ids, clock, logger, payments, privateData }, now());
}

function isSettled(system: TestedSystem, all: Count): boolean {
  try {
    expectSettled(all);
    return haveCrowdfundingsEnded(system, all);
  } catch {
    return false;
  }
}

async function expectEverythingSettled(system: TestedSystem): Promise<void> {
  await waitUntil(async () => isSettled(system, await countEvents(system))).catch(() => {});
  const all = await countEvents(system);
  expectSettled(all);
  expect(haveCrowdfundingsEnded(system, all)).toBe(true);
}

/** Checks the invariants of the whole log and of prefixes of it. */
async function expectSoundLog({ log, api, provider, accepted }: TestedSystem): Promise<void> {
  const events = await readWholeLog(log);
  const step = Math.ceil(events.length / PREFIXES);
  for (let length = step; length < events.length; length += step) checkBooks(events.slice(0, length));
  const all = await check(log, createHandler({ log }));
  for (const process of api) await check(log, process.handler());
  expect(new Set(all.donations.keys())).toEqual(accepted);
  expect(all.clearing).toBe(sumAtProvider(provider.all()));
}

async function playHistoryOn(
  database: TestDatabase,
  system: TestedSystem,
  { people, workers }: History,
): Promise<void> {
  const reader = startReading(system.log);
  const workerProcesses = workers.map((crashesOfWorker) =>
    runProcesses(system.dependencies, crashesOfWorker),
  );
  const timer = setInterval(() => void advanceDatabaseTime(database).catch(() => {}), TIME_STEP_INTERVAL_MS);
  try {
    await Promise.all(
      people.map(async (actions) => {
        for (const action of actions) await act(system, action);
      }),
    );
    await expectReportedBooked(system, database);
    await sweep(system);
    await expectEverythingSettled(system);
  } finally {
    clearInterval(timer);
    await Promise.all([reader.end(), ...workerProcesses.map((worker) => worker.stop())]);
  }
  const readIds = (await reader.end()).map(({ id }) => id);
  expect((await readWholeLog(system.log)).slice(0, readIds.length).map(({ id }) => id)).toEqual(readIds);
  expect(system.refusals).toEqual([]);
  await expectSoundLog(system);
}

/** Runs a history on a new database, and checks the invariants during it and at its end. */
async function playHistory(history: History, next: () => AppendFault): Promise<void> {
  const database = await createDatabase({ poolSize: 12 });
  const system = await createTestedSystem(database, next, history.longStreams);
  try {
    for (const by of ACCOUNTS.keys()) await act(system, { ...FIRST_COINS, by });
    await playHistoryOn(database, system, history);
  } finally {
    await system.log.close();
    await database.drop();
  }
}

/** `PROPERTY_RUNS=500 npm run -s jest -- test/faults/coins-concurrent` runs more histories. */
const { PROPERTY_RUNS = '16', PROPERTY_SEED } = process.env;
const runs = Number(PROPERTY_RUNS);
const LIMIT_MS = 15_000 + runs * 1_500;
let playing: Promise<unknown> = Promise.resolve();
afterAll(() => playing.catch(() => {}));

test(
  'no coin is lost or created over several processes whose workers are killed',
  () => {
    const property = fc.asyncProperty(history, faults, (people, stream) => {
      const played = playHistory(people, () => stream.next().value as AppendFault);
      playing = played;
      return played;
    });
    const seed = PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) };
    return fc.assert(property, { numRuns: runs, ...seed, interruptAfterTimeLimit: LIMIT_MS });
  },
  LIMIT_MS + 2 * WAIT_MS,
);
