import type { Redis } from 'ioredis';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { isAccountOf } from '../domain/accounts/is-account.ts';
import { createRegistration, type Registration } from '../domain/accounts/registration.ts';
import { eventCatalogue } from '../domain/catalogue.ts';
import { createHandler, type Handler } from '../domain/handle.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { FanOut } from '../domain/ports/fan-out.ts';
import type { Jobs } from '../domain/ports/jobs.ts';
import type { LogHistory } from '../domain/ports/log-history.ts';
import type { Passwords } from '../domain/ports/passwords.ts';
import type { Pictures } from '../domain/ports/pictures.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { SecurityEvents } from '../domain/ports/security-events.ts';
import type { TextVault } from '../domain/ports/text-vault.ts';
import type { Throttle } from '../domain/ports/throttle.ts';
import { noTracing, type Tracing } from '../domain/ports/tracing.ts';
import { createPaymentBooks, type PaymentBooks } from '../domain/wallet/payments/payment-books.ts';
import { createReadModelProgress, type SharedProgress } from '../projections/engine/progress.ts';
import { CannotStart } from './cannot-start.ts';
import { createIdSource, systemClock } from './clock.ts';
import { publicUrlOf, type Settings } from './config.ts';
import { type DatabaseUse, openDatabase } from './database.ts';
import { ownsLog } from './database-roles.ts';
import { withCatalogue } from './event-log/catalogue-log.ts';
import { watchHistory } from './event-log/history.ts';
import { createPostgresEventLog } from './event-log/postgres/index.ts';
import { createUnreachableLog } from './event-log/unreachable.ts';
import { openJobs } from './jobs/index.ts';
import { keptSecret } from './kept-secret.ts';
import { createPostgresFanOut } from './live/postgres.ts';
import { createRedisFanOut } from './live/redis.ts';
import type { Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { openPayments, type PaymentProvider } from './payments/index.ts';
import { createPictures } from './pictures/pictures.ts';
import { createPasswords } from './private-data/passwords.ts';
import { createPrivateData } from './private-data/private-data.ts';
import { createTextVault } from './private-data/text-vault.ts';
import { createThrottle } from './private-data/throttle.ts';
import { connectImpatiently, connectRedis } from './redis.ts';
import { createSecurityEvents } from './security-events.ts';
import { surviveCuts } from './survive-cuts.ts';
import { traceCommands } from './tracing/commands.ts';
import { traceWaiting } from './tracing/read-models.ts';

const POOL_SIZE = 24;
const API_POOL_SIZE = 12;
/** How long the API may read at one go, in milliseconds; work of hours, as rebuilding is, goes by the other pool. */
const API_STATEMENT_MS = 12_000;
/** How long to wait for a free connection; whoever would wait longer is told to come back later. */
const CONNECTION_WAIT_MS = 5_000;
/** After so long without a word the system asks whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Of the time that an answer is waited for, what a lock may take. */
const LOCK_SHARE = 0.8;

/**
 * Who waits for a lock at the server does not notice that the client has given up, and would wait on, in the way of
 * others: the server gives up before the client does.
 */
const limitsOf = ({ answerMs }: DatabaseUse): PoolLimits => ({
  query_timeout: answerMs,
  lockMs: answerMs && Math.floor(answerMs * LOCK_SHARE),
});

/** Limits of a pool. Those of the server, in milliseconds, hold for each of its sessions. */
interface PoolLimits extends pg.PoolConfig {
  readonly lockMs?: number | undefined;
  readonly statementMs?: number | undefined;
}

/** How the system is used. */
export interface SystemUse extends DatabaseUse {
  /** Whether to open the system although the event log is out of reach; calls to the log fail then. */
  readonly toleratesLogOutage?: boolean;
}

/** Everything that the API, the workers and the command line work with, chosen by the settings. */
export interface System {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly security: SecurityEvents;
  readonly tracing: Tracing;
  /** Connection address of the database; the pool has it open. */
  readonly databaseUrl: string;
  /** The same database as the owner of its tables, for restores. */
  readonly ownerUrl: string;
  readonly pool: pg.Pool;
  /** What callers of the API make it read: whatever they ask for, it keeps nobody else waiting for a connection for long. */
  readonly apiPool: pg.Pool;
  /** The log as it is stored: texts sealed, events in the versions they were written in. */
  readonly rawLog: EventLog;
  /** The log with texts open and every event in its current version. */
  readonly log: EventLog;
  readonly history: LogHistory;
  readonly handler: Handler;
  readonly vault: TextVault;
  readonly privateData: PrivateData;
  readonly registration: Registration;
  readonly paymentBooks: PaymentBooks;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  readonly throttle: Throttle;
  readonly jobs: Jobs;
  readonly payments: PaymentProvider['payments'];
  /** Stands in for the payment provider where there are no keys for it. */
  readonly paymentSimulator: PaymentProvider['simulator'];
  readonly progress: SharedProgress;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly redis: Redis | undefined;
  /** Signs session tokens; the same in every process. */
  readonly secret: string;
  /** The address that users see, without a slash at its end. */
  readonly publicUrl: string;
  /** Tells other processes of this machine where the web client can be used. */
  readonly announce: (publicUrl: string) => void;
  /** Does work on an empty system that is kept as a whole or, should the process die meanwhile, not at all. */
  readonly keepWhole: (work: () => Promise<void>) => Promise<void>;
  /** Closes all of it, last of all the embedded PostgreSQL. */
  readonly close: () => Promise<void>;
}

/** What has been opened, to be closed in the opposite order. */
const createClosing = () => {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => steps.push(step),
    close: async () => {
      for (const step of steps.splice(0).reverse()) await step();
    },
  };
};

/** Sets limits in a new session. A proxy that pools sessions refuses them as parameters of the connection. */
const limitSession =
  ({ lockMs, statementMs }: PoolLimits) =>
  async (client: pg.ClientBase): Promise<void> => {
    const limits = Object.entries({ lock_timeout: lockMs, statement_timeout: statementMs }).filter(
      ([, ms]) => ms,
    );
    if (limits.length === 0) return;
    await client.query(
      'SELECT set_config(name, ms, false) FROM unnest($1::text[], $2::text[]) AS limits (name, ms)',
      [limits.map(([name]) => name), limits.map(([, ms]) => ms)],
    );
  };

const openPool = (url: string, logger: Logger, { lockMs, statementMs, ...limits }: PoolLimits): pg.Pool => {
  const pool = new pg.Pool({
    onConnect: limitSession({ lockMs, statementMs }),
    connectionString: url,
    application_name: 'kindra',
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...limits,
  });
  pool.on('error', (error) => {
    if (!pool.ending) logger.warn({ err: error }, 'a connection to the database was lost');
  });
  surviveCuts(pool);
  return pool;
};

/** A role that owns the log could change it; another one protects it from mistakes and from injected SQL. */
const warnOfOwner = async ({ eventStoreUrl }: Settings, pool: pg.Pool, logger: Logger): Promise<void> => {
  if (eventStoreUrl || !(await ownsLog(pool))) return;
  logger.warn(
    { setting: 'MIGRATION_DATABASE_URL' },
    'the database role owns the event log and could change it; docs/runbook.md shows how to separate the roles',
  );
};

const openLog = async (
  { eventStoreUrl }: Settings,
  pool: pg.Pool,
  fanOut: FanOut,
  logger: Logger,
): Promise<EventLog> => {
  if (!eventStoreUrl) return createPostgresEventLog({ pool, fanOut });
  const { openEventStoreLog } = await import('./event-log/eventstoredb/open.ts');
  return openEventStoreLog({
    connectionString: eventStoreUrl,
    onDropped: (err) => logger.warn({ err }, 'event log subscription dropped'),
  });
};

/** Traces go to the collector of the settings; without one, nothing of tracing is even loaded. */
const openTraces = async ({ tracesUrl }: Settings, logger: Logger, closing: Closing): Promise<Tracing> => {
  if (!tracesUrl) return noTracing;
  const { startTraces } = await import('./tracing/index.ts');
  const traces = startTraces({ collectorUrl: tracesUrl, logger });
  closing.add(traces.close);
  return traces;
};

/** The handler of commands on a log; where there are traces, both are seen in them. */
const handlerOn = (log: EventLog, history: LogHistory, tracing: Tracing): Handler => {
  if (tracing === noTracing) return createHandler({ log, history });
  const traced = traceCommands(tracing, log);
  return traced.handler(createHandler({ log: traced.log, history }));
};

type Closing = ReturnType<typeof createClosing>;

/**
 * Opens the database and the event log, and builds on them what the settings ask for.
 * @throws CannotStart when something that the settings name is out of reach
 */
export const composeSystem = async (settings: Settings, logger: Logger, use: SystemUse): Promise<System> => {
  const closing = createClosing();
  try {
    return await compose(settings, logger, use, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
};

const compose = async (
  settings: Settings,
  logger: Logger,
  use: SystemUse,
  closing: Closing,
): Promise<System> => {
  // Closed last, so that the end of everything else is told too.
  const tracing = await openTraces(settings, logger, closing);
  const database = await openDatabase(settings, use);
  closing.add(database.close);
  const limits = limitsOf(use);
  const pool = openPool(database.url, logger, { ...limits, max: POOL_SIZE });
  closing.add(() => pool.end());
  await warnOfOwner(settings, pool, logger);
  const apiLimits = { ...limits, max: API_POOL_SIZE, statementMs: API_STATEMENT_MS };
  const apiPool = openPool(database.url, logger, apiLimits);
  closing.add(() => apiPool.end());
  const redis = settings.redisUrl
    ? await connectRedis(settings.redisUrl, logger, settings.redisCaFile)
    : undefined;
  const impatient = redis && connectImpatiently(redis);
  closing.add(async () => {
    impatient?.disconnect();
    redis?.disconnect();
  });

  const fanOut = redis ? createRedisFanOut(redis) : createPostgresFanOut(pool);

  const { log: rawLog, history } = watchHistory(
    await openLog(settings, pool, fanOut, logger).catch((error: unknown) => {
      if (use.toleratesLogOutage && error instanceof CannotStart) return createUnreachableLog(error);
      throw error;
    }),
  );
  history.onChanged(() => logger.warn({}, 'event log past changed'));
  const vault = createTextVault({ pool });
  const log = withCatalogue(rawLog, { catalogue: eventCatalogue, vault });
  closing.add(log.close);
  const handler = handlerOn(log, history, tracing);
  const privateData = createPrivateData(pool);
  const progress = traceWaiting(tracing, createReadModelProgress(pool, fanOut, history));
  closing.add(progress.close);
  const provider = await openPayments({ ...settings, pool, logger });
  closing.add(provider.close);
  const jobs = await openJobs({ pool, redis, tracing });
  closing.add(jobs.close);
  const metrics = createMetrics();
  const security = createSecurityEvents({ logger, metrics });
  closing.add(async () => security.close());
  const ids = createIdSource();
  const secret = settings.tokenSecret ?? (await keptSecret(settings.dataFolder, 'token-secret'));
  return {
    settings,
    logger,
    metrics,
    security,
    tracing,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    pool,
    apiPool,
    rawLog,
    log,
    history,
    handler,
    vault,
    privateData,
    registration: createRegistration({ handler, registry: privateData.registry, clock: systemClock }),
    paymentBooks: createPaymentBooks({ handler, ids, isAccount: isAccountOf(handler) }),
    passwords: createPasswords(),
    pictures: createPictures(),
    throttle: createThrottle({ pool, redis: impatient }),
    jobs,
    payments: provider.payments,
    paymentSimulator: provider.simulator,
    clock: systemClock,
    ids,
    redis,
    progress,
    secret,
    publicUrl: publicUrlOf(settings),
    announce: database.publish,
    // What another server keeps cannot be thrown away with the embedded one.
    keepWhole: settings.eventStoreUrl ? (work) => work() : database.keepWhole,
    close: closing.close,
  };
};
