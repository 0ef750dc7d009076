import pg from 'pg';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createWebhooks } from '../../../adapters/private-data/webhooks.ts';
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

/** Fault of an append: none, a lost response, or a crash of the process, before or after the write. */
export type AppendFault = 'none' | 'lost before' | 'lost after' | 'dies before' | 'dies after';

/** Number of the append at which a worker crashes, and when. */
export interface PlannedCrash {
  readonly appends: number;
  readonly fault: 'dies before' | 'dies after';
}

/** Dependencies that all processes share. */
export interface SharedDependencies {
  readonly database: TestDatabase;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whether only the decider's state, not the stream cache, recognizes a repeated command. */
  readonly longStreams: boolean;
  /** Called for log lines that must never occur: rejected bookings and settlements. */
  readonly onRefusal: (message: string, fields: object) => void;
}

/** Thrown by the log of a crashed process. */
export class ProcessDied extends Error {}

/** Creates the log of a process whose appends have faults. It returns nothing after the process has crashed. */
function createCrashingLog(log: EventLog, next: () => AppendFault, onDeath: () => void): EventLog {
  let isDead = false;
  const runIfAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead) throw new ProcessDied();
    const result = await work();
    if (isDead) throw new ProcessDied();
    return result;
  };
  const die = (): void => {
    isDead = true;
    onDeath();
  };
  const append: EventLog['append'] = async (stream, ...args) => {
    const fault = next();
    if (fault === 'dies before') die();
    if (fault === 'lost before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    const result = await runIfAlive(() => log.append(stream, ...args));
    if (fault === 'dies after') die();
    if (fault === 'lost after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return runIfAlive(async () => result);
  };
  return {
    ...log,
    append,
    readStream: (...args) => runIfAlive(() => log.readStream(...args)),
    readAll: (...args) => runIfAlive(() => log.readAll(...args)),
    head: () => runIfAlive(log.head),
  };
}

/** An API process: its own cache of streams, which is lost when it crashes. */
export interface ApiProcess {
  readonly handler: () => Handler;
  readonly getBooks: () => PaymentBooks;
}

export function startApiProcess(
  { ids, longStreams }: SharedDependencies,
  log: EventLog,
  next: () => AppendFault,
  cacheSize: number,
): ApiProcess {
  const start = () => {
    const visibleLog = createCrashingLog(log, next, () => {
      current = start();
    });
    const longHandler = createHandler({ log: visibleLog, cacheSize });
    const handler = longStreams ? createUncachedHandler(longHandler, ids.next) : longHandler;
    return { handler, books: createEventLogPaymentBooks({ handler, ids }) };
  };
  let current = start();
  return { handler: () => current.handler, getBooks: () => current.books };
}

const ignore = (): void => {};
const DRAIN_MS = 10;
const REFUSALS = ['a settlement was refused', 'payment not booked'];
let started = 0;

/** Starts a worker process with its own connections: projections of the settlement, settlement, webhooks. */
async function startWorkerProcess(
  shared: SharedDependencies,
  plannedCrash: PlannedCrash | undefined,
  onDeath: () => void,
) {
  const { database, payments, clock, ids, longStreams, onRefusal } = shared;
  started += 1;
  const name = `worker ${started}`;
  const pool = new pg.Pool({ connectionString: database.url, max: 6, application_name: name });
  pool.on('error', ignore);
  let appends = 0;
  const getNextFault = (): AppendFault => {
    appends += 1;
    return plannedCrash && appends === plannedCrash.appends ? plannedCrash.fault : 'none';
  };
  const durable = createPostgresEventLog({ pool });
  const log = createCrashingLog(durable, getNextFault, onDeath);
  const longHandler = createHandler({ log, cacheSize: 2 });
  const handler = longStreams ? createUncachedHandler(longHandler, ids.next) : longHandler;
  const progress = createReadModelProgress(pool, createPostgresFanOut(pool));
  const logger = {
    info: ignore,
    error: (fields: object, message: string) => {
      if (REFUSALS.includes(message)) onRefusal(message, fields);
    },
  };
  const system: PaymentsSystem = {
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    payments,
    clock,
    ids,
    logger,
    privateData: { webhooks: createWebhooks(pool) },
  };
  const engine = await startEngine({
    log,
    pool,
    projections: findProjectionsByName(['settlement', 'crowdfundings']),
    progress,
  });
  const settlement = startSettlement({ ...system, rawLog: log, handler, pool, progress });
  const webhookDrain = runRepeatedly(createWebhookDrain(system), DRAIN_MS, ignore);

  return {
    close: async () => {
      await Promise.all([settlement.close(), webhookDrain.close()]);
      await engine.close();
      await Promise.all([progress.close(), durable.close()]);
      await pool.end();
    },
    /** Cuts its connections and disables its log. */
    kill: async () => {
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND datname = current_database()`,
        [name],
      );
      await progress.close();
      await Promise.all([settlement.close(), webhookDrain.close(), engine.close(), durable.close()]);
      await pool.end();
    },
  };
}

/** A worker that is restarted after each crash, as by a service manager. */
export interface SupervisedProcess {
  readonly stop: () => Promise<void>;
}

/**
 * Runs a worker process and restarts it after each crash.
 * @param plannedCrashes one for each run; the run after the last one continues until it is stopped
 */
export function runProcesses(
  shared: SharedDependencies,
  plannedCrashes: readonly PlannedCrash[],
): SupervisedProcess {
  let stop = (): void => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });

  async function runUntilStopped(): Promise<void> {
    for (let restartCount = 0; ; restartCount += 1) {
      let die = (): void => {};
      const died = new Promise<'died'>((resolve) => {
        die = () => resolve('died');
      });
      const worker = await startWorkerProcess(shared, plannedCrashes[restartCount], () => die());
      if ((await Promise.race([died, stopped])) === 'stopped') return worker.close();
      await worker.kill();
    }
  }

  const running = runUntilStopped();
  return {
    stop: async () => {
      stop();
      await running;
    },
  };
}

/** Advances time: leases of dead processes expire, and postponed attempts become due. */
export async function advanceDatabaseTime({ pool }: TestDatabase): Promise<void> {
  await pool.query(`UPDATE engine.checkpoints SET expires_at = now() - interval '1 second'`);
  await pool.query('UPDATE private.webhooks SET due_at = now() WHERE body IS NOT NULL');
}
