import pg from 'pg';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createWebhooks } from '../../../adapters/private-data/webhooks.ts';
import { createConnectedBooks } from '../../../application/connected-books.ts';
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
import { createUncachedHandler } from '../../properties/coins-world.ts';
import type { TestDatabase } from '../../support/database.ts';

/** Outcome of an append: success, a lost response, or the death of the process; before or after the write. */
export type Mishap = 'none' | 'lost before' | 'lost after' | 'dies before' | 'dies after';

/** The append at which a worker dies. */
export interface Fate {
  readonly appends: number;
  readonly mishap: 'dies before' | 'dies after';
}

/** Dependencies that all processes share. */
export interface Surroundings {
  readonly database: TestDatabase;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whether only the decider's state, not the stream cache, recognizes a repeated command. */
  readonly longStreams: boolean;
  /** Called for log lines that must never occur: rejected bookings and settlements. */
  readonly onRefusal: (message: string, fields: object) => void;
}

/** Thrown by a dead process, which gives no responses. */
export class Died extends Error {}

/**
 * Creates a log of a process whose appends have mishaps, and which returns nothing after the process dies.
 */
function createMortalLog(log: EventLog, next: () => Mishap, onDeath: () => void): EventLog {
  let isDead = false;
  const runIfAlive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead) throw new Died();
    const result = await work();
    if (isDead) throw new Died();
    return result;
  };
  const die = (): void => {
    isDead = true;
    onDeath();
  };
  const append: EventLog['append'] = async (stream, ...args) => {
    const mishap = next();
    if (mishap === 'dies before') die();
    if (mishap === 'lost before') throw new AppendOutcomeUnknown(stream, new Error('cut'));
    const result = await runIfAlive(() => log.append(stream, ...args));
    if (mishap === 'dies after') die();
    if (mishap === 'lost after') throw new AppendOutcomeUnknown(stream, new Error('cut'));
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

/** An API process: its own cache of streams, which is lost when it dies. */
export interface ApiProcess {
  readonly handler: () => Handler;
  readonly getBooks: () => PaymentBooks;
}

export function startApiProcess(
  { ids, longStreams }: Surroundings,
  log: EventLog,
  next: () => Mishap,
  cacheSize: number,
): ApiProcess {
  const start = () => {
    const visibleLog = createMortalLog(log, next, () => {
      current = start();
    });
    const longHandler = createHandler({ log: visibleLog, cacheSize });
    const handler = longStreams ? createUncachedHandler(longHandler, ids.next) : longHandler;
    return { handler, books: createConnectedBooks({ handler, ids }) };
  };
  let current = start();
  return { handler: () => current.handler, getBooks: () => current.books };
}

const ignore = (): void => {};
const DRAIN_MS = 10;
const REFUSALS = ['a settlement was refused', 'payment not booked'];
let started = 0;

/** Starts a worker process with its own connections: projections of the settlement, settlement, webhooks. */
async function startWorkerProcess(surroundings: Surroundings, fate: Fate | undefined, onDeath: () => void) {
  const { database, payments, clock, ids, longStreams, onRefusal } = surroundings;
  started += 1;
  const name = `worker ${started}`;
  const pool = new pg.Pool({ connectionString: database.url, max: 6, application_name: name });
  pool.on('error', ignore);
  let appends = 0;
  const getNextMishap = (): Mishap => {
    appends += 1;
    return fate && appends === fate.appends ? fate.mishap : 'none';
  };
  const durable = createPostgresEventLog({ pool });
  const log = createMortalLog(durable, getNextMishap, onDeath);
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
    paymentBooks: createConnectedBooks({ handler, ids }),
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

/** A worker that is restarted whenever it dies, like by a service manager. */
export interface Supervised {
  readonly stop: () => Promise<void>;
}

/** @param fates of the lives to come; the life after the last fate continues until it is stopped */
export function runProcesses(surroundings: Surroundings, fates: readonly Fate[]): Supervised {
  let stop = (): void => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });

  async function runLives(): Promise<void> {
    for (let lifeIndex = 0; ; lifeIndex += 1) {
      let die = (): void => {};
      const died = new Promise<'died'>((resolve) => {
        die = () => resolve('died');
      });
      const worker = await startWorkerProcess(surroundings, fates[lifeIndex], () => die());
      if ((await Promise.race([died, stopped])) === 'stopped') return worker.close();
      await worker.kill();
    }
  }

  const living = runLives();
  return {
    stop: async () => {
      stop();
      await living;
    },
  };
}

/** Advances time: leases of dead processes expire, and postponed attempts become due. */
export async function advanceDatabaseTime({ pool }: TestDatabase): Promise<void> {
  await pool.query(`UPDATE engine.checkpoints SET expires_at = now() - interval '1 second'`);
  await pool.query('UPDATE private.webhooks SET due_at = now() WHERE body IS NOT NULL');
}
