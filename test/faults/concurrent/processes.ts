import pg from 'pg';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createWebhookStore } from '../../../adapters/private-data/webhooks.ts';
import { createEventLogPaymentBooks } from '../../../application/payment-books.ts';
import { createHandler, type Handler } from '../../../domain/handle.ts';
import type { Clock, IdSource } from '../../../domain/ports/clock.ts';
import { AppendOutcomeUnknown, type EventLog } from '../../../domain/ports/event-log.ts';
import type { Payments } from '../../../domain/ports/payments.ts';
import type { PaymentBooks } from '../../../domain/wallet/payments/payment-books.ts';
import { startEngine } from '../../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../../projections/engine/progress.ts';
import { findProjectionsByName } from '../../../projections/registry.ts';
import { startSettlement } from '../../../workers/crowdfunding/settlement.ts';
import type { PaymentsSystem } from '../../../workers/payments/system.ts';
import { createWebhookDrain } from '../../../workers/payments/webhooks.ts';
import { runRepeatedly } from '../../../workers/run-repeatedly.ts';
import { createUncachedHandler } from '../../properties/coin-system.ts';
import type { TestDatabase } from '../../support/database.ts';

/** Fault during an append: none, or a lost response or a process crash before or after the write. */
export type AppendFault = 'none' | 'lost before' | 'lost after' | 'dies before' | 'dies after';

/** A crash of a worker: the number of the append, and whether the crash is before or after the write. */
export interface PlannedCrash {
  readonly appendNumber: number;
  readonly fault: 'dies before' | 'dies after';
}

/** Dependencies that all processes share. */
export interface SharedDependencies {
  readonly database: TestDatabase;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whether repeated commands are recognized only by the decider's state, not by the stream cache. */
  readonly hasLongStreams: boolean;
  /** Callback for log lines that must never occur: rejected bookings and settlements. */
  readonly onRejection: (message: string, fields: object) => void;
}

/** Thrown by the log of a crashed process. */
export class ProcessCrashed extends Error {}

/**
 * Creates the event log of a process, with appends that can fail. After the process has crashed, every call throws
 * `ProcessCrashed`.
 */
function createCrashingLog(log: EventLog, getNextFault: () => AppendFault, onCrash: () => void): EventLog {
  let hasCrashed = false;
  const runUnlessCrashed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hasCrashed) throw new ProcessCrashed();
    const result = await work();
    if (hasCrashed) throw new ProcessCrashed();
    return result;
  };
  const crash = (): void => {
    hasCrashed = true;
    onCrash();
  };
  const append: EventLog['append'] = async (stream, ...args) => {
    const fault = getNextFault();
    if (fault === 'dies before') crash();
    if (fault === 'lost before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    const result = await runUnlessCrashed(() => log.append(stream, ...args));
    if (fault === 'dies after') crash();
    if (fault === 'lost after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return runUnlessCrashed(async () => result);
  };
  return {
    ...log,
    append,
    readStream: (...args) => runUnlessCrashed(() => log.readStream(...args)),
    readAll: (...args) => runUnlessCrashed(() => log.readAll(...args)),
    head: () => runUnlessCrashed(log.head),
  };
}

/** An API process. It has its own stream cache, which is lost in a crash. */
export interface ApiProcess {
  readonly getHandler: () => Handler;
  readonly getBooks: () => PaymentBooks;
}

export function startApiProcess(
  { ids, hasLongStreams }: SharedDependencies,
  log: EventLog,
  getNextFault: () => AppendFault,
  cacheSize: number,
): ApiProcess {
  const startProcess = () => {
    const crashingLog = createCrashingLog(log, getNextFault, () => {
      current = startProcess();
    });
    const cachedHandler = createHandler({ log: crashingLog, cacheSize });
    const handler = hasLongStreams ? createUncachedHandler(cachedHandler, ids.next) : cachedHandler;
    return { handler, books: createEventLogPaymentBooks({ handler, ids }) };
  };
  let current = startProcess();
  return { getHandler: () => current.handler, getBooks: () => current.books };
}

const doNothing = (): void => {};
const DRAIN_INTERVAL_MS = 10;
const REJECTION_MESSAGES = ['settlement refused', 'payment not booked'];
let startCount = 0;

/**
 * Starts a worker process with its own connections. It runs the settlement, the projections that the settlement reads,
 * and the webhook processing.
 */
async function startWorkerProcess(
  shared: SharedDependencies,
  plannedCrash: PlannedCrash | undefined,
  onCrash: () => void,
) {
  const { database, payments, clock, ids, hasLongStreams, onRejection } = shared;
  startCount += 1;
  const name = `worker ${startCount}`;
  const pool = new pg.Pool({ connectionString: database.url, max: 6, application_name: name });
  pool.on('error', doNothing);
  let appendCount = 0;
  const getNextFault = (): AppendFault => {
    appendCount += 1;
    return plannedCrash && appendCount === plannedCrash.appendNumber ? plannedCrash.fault : 'none';
  };
  const postgresLog = createPostgresEventLog({ pool });
  const log = createCrashingLog(postgresLog, getNextFault, onCrash);
  const cachedHandler = createHandler({ log, cacheSize: 2 });
  const handler = hasLongStreams ? createUncachedHandler(cachedHandler, ids.next) : cachedHandler;
  const progress = createReadModelProgress(pool, createPostgresFanOut(pool));
  const logger = {
    info: doNothing,
    error: (fields: object, message: string) => {
      if (REJECTION_MESSAGES.includes(message)) onRejection(message, fields);
    },
  };
  const system: PaymentsSystem = {
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    payments,
    clock,
    ids,
    logger,
    privateData: { webhooks: createWebhookStore(pool) },
  };
  const engine = await startEngine({
    log,
    pool,
    projections: findProjectionsByName(['settlement', 'crowdfundings']),
    progress,
  });
  const settlement = startSettlement({ ...system, rawLog: log, handler, pool, progress });
  const webhookDrain = runRepeatedly(createWebhookDrain(system), DRAIN_INTERVAL_MS, doNothing);

  return {
    close: async () => {
      await Promise.all([settlement.close(), webhookDrain.close()]);
      await engine.close();
      await Promise.all([progress.close(), postgresLog.close()]);
      await pool.end();
    },
    /** Cuts the process's connections and closes it after a crash. */
    kill: async () => {
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND datname = current_database()`,
        [name],
      );
      await progress.close();
      await Promise.all([settlement.close(), webhookDrain.close(), engine.close(), postgresLog.close()]);
      await pool.end();
    },
  };
}

/** A worker that is restarted after each crash, as if by a service manager. */
export interface SupervisedProcess {
  readonly stop: () => Promise<void>;
}

/**
 * Runs a worker process and restarts it after each crash.
 * @param plannedCrashes one per run; the run after the last crash continues until it is stopped
 */
export function runProcesses(
  shared: SharedDependencies,
  plannedCrashes: readonly PlannedCrash[],
): SupervisedProcess {
  let stop = (): void => {};
  const stopRequest = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });

  async function runUntilStopped(): Promise<void> {
    for (let restartCount = 0; ; restartCount += 1) {
      let crash = (): void => {};
      const crashSignal = new Promise<'died'>((resolve) => {
        crash = () => resolve('died');
      });
      const worker = await startWorkerProcess(shared, plannedCrashes[restartCount], () => crash());
      if ((await Promise.race([crashSignal, stopRequest])) === 'stopped') return worker.close();
      await worker.kill();
    }
  }

  const runLoop = runUntilStopped();
  return {
    stop: async () => {
      stop();
      await runLoop;
    },
  };
}

/**
 * Simulates the passage of time in the database: leases of dead processes expire, and postponed webhooks become due.
 */
export async function advanceDatabaseTime({ pool }: TestDatabase): Promise<void> {
  await pool.query(`UPDATE engine.checkpoints SET expires_at = now() - interval '1 second'`);
  await pool.query('UPDATE private.webhooks SET due_at = now() WHERE body IS NOT NULL');
}
