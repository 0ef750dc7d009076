import pg from 'pg';
import { createEventLogPaymentBooks } from '../application/payment-books.ts';
import { createRegistration } from '../domain/accounts/registration.ts';
import { eventCatalogue } from '../domain/catalogue.ts';
import { createHandler, type Handler } from '../domain/handle.ts';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { FanOut } from '../domain/ports/fan-out.ts';
import type { LogHistory } from '../domain/ports/log-history.ts';
import { noTracing, type Tracing } from '../domain/ports/tracing.ts';
import { createReadModelProgress } from '../projections/engine/progress.ts';
import { createIdSource, systemClock } from './clock.ts';
import { getPublicUrl, type Settings } from './config.ts';
import { handleConnectionErrors } from './connection-errors.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { isLogOwner } from './database-roles.ts';
import { openMailer } from './email/index.ts';
import { createEncryptedLog } from './event-log/encrypted-log.ts';
import { watchHistory } from './event-log/history.ts';
import { createPostgresEventLog } from './event-log/postgres/index.ts';
import { createUnreachableLog } from './event-log/unreachable.ts';
import { withListenerDetection } from './fan-out/listener-detection.ts';
import { createPostgresFanOut } from './fan-out/postgres.ts';
import { createRedisFanOut } from './fan-out/redis.ts';
import { openJobQueue } from './jobs/index.ts';
import type { Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { openPaymentProvider } from './payments/index.ts';
import { createPictureProcessor } from './pictures/pictures.ts';
import { createPipelinedPool } from './pipelined-pool.ts';
import { createPasswordHasher } from './private-data/passwords.ts';
import { createPrivateData } from './private-data/private-data.ts';
import { createTextVault } from './private-data/text-vault.ts';
import { createThrottle } from './private-data/throttle.ts';
import { connectRedis, connectWithTimeout } from './redis.ts';
import { createSecurityEvents } from './security-events.ts';
import { StartupError } from './startup-error.ts';
import { loadOrCreateSecret } from './stored-secret.ts';
import { createTownSearch } from './towns/towns.ts';
import { traceCommands } from './tracing/commands.ts';
import { traceReadModelWaits } from './tracing/read-models.ts';

const POOL_SIZE = 24;
/** Pool size for API requests. Excludes the connections that pipelined statements share. */
const API_POOL_SIZE = 8;
/** Maximum duration of an API query, in milliseconds. Long queries, such as rebuilds, use the other pool. */
const API_STATEMENT_TIMEOUT_MS = 12_000;
/** Maximum wait for a free connection, in milliseconds. API requests that wait longer get a 503. */
const CONNECTION_TIMEOUT_MS = 5_000;
/**
 * Idle time after which a connection is closed, in milliseconds. It is long, because a new connection and its
 * first append cost PostgreSQL about 40 times the CPU time of a later append (docs/performance.md).
 */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

const LOCK_TIMEOUT_RATIO = 0.8;

/**
 * Returns the limits for a pool. The lock timeout is shorter than the client's query timeout. Otherwise the
 * server would keep waiting, and block other sessions, after the client gave up.
 */
const toPoolLimits = ({ queryTimeoutMs }: DatabaseOptions): PoolLimits => ({
  query_timeout: queryTimeoutMs,
  lockMs: queryTimeoutMs && Math.floor(queryTimeoutMs * LOCK_TIMEOUT_RATIO),
});

/** Pool limits. `lockMs` and `statementMs` are set on the server for each session. */
interface PoolLimits extends pg.PoolConfig {
  readonly lockMs?: number | undefined;
  readonly statementMs?: number | undefined;
}

/** Options that depend on the kind of process. */
export interface SystemOptions extends DatabaseOptions {
  /** Whether the process starts even if the event log is unreachable. Calls to the log then fail. */
  readonly shouldTolerateLogOutage?: boolean;
}

/** All components of a process. The settings determine their implementations. */
export type System = Readonly<Awaited<ReturnType<typeof createComponents>>>;

const createCleanupStack = () => {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => steps.push(step),
    close: async () => {
      for (const step of steps.splice(0).reverse()) await step();
    },
  };
};

/** Sets the limits with a query, because session-pooling proxies reject them as connection parameters. */
const setSessionTimeouts =
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

const openPool = (
  url: string,
  logger: Logger,
  { lockMs, statementMs, ...limits }: PoolLimits,
  createPool = (options: pg.PoolConfig): pg.Pool => new pg.Pool(options),
): pg.Pool => {
  const pool = createPool({
    onConnect: setSessionTimeouts({ lockMs, statementMs }),
    connectionString: url,
    application_name: 'kindra',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...limits,
  });
  pool.on('error', (error) => {
    if (!pool.ending) logger.warn({ err: error }, 'database connection lost');
  });
  handleConnectionErrors(pool);
  return pool;
};

/** Logs a warning if the role owns the log. A separate role protects it from mistakes and SQL injection. */
const warnIfLogOwner = async ({ eventStoreUrl }: Settings, pool: pg.Pool, logger: Logger): Promise<void> => {
  if (eventStoreUrl || !(await isLogOwner(pool))) return;
  logger.warn(
    { setting: 'MIGRATION_DATABASE_URL', hint: 'docs/runbook.md shows how to separate the roles' },
    'database role owns the event log',
  );
};

const openEventLog = async (
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

/** Starts exporting traces. Loads the tracing code only if a collector is configured. */
const loadTracing = async (
  { tracesUrl }: Settings,
  logger: Logger,
  cleanup: CleanupStack,
): Promise<Tracing> => {
  if (!tracesUrl) return noTracing;
  const { startTracing } = await import('./tracing/index.ts');
  const tracing = startTracing({ collectorUrl: tracesUrl, logger });
  cleanup.add(tracing.close);
  return tracing;
};

const createTracedHandler = (log: EventLog, history: LogHistory, tracing: Tracing): Handler => {
  if (tracing === noTracing) return createHandler({ log, history, versions: eventCatalogue });
  const tracedCommands = traceCommands(tracing, log);
  return tracedCommands.wrapHandler(
    createHandler({ log: tracedCommands.log, history, versions: eventCatalogue }),
  );
};

type CleanupStack = ReturnType<typeof createCleanupStack>;

/**
 * Connects to the database and the event log, and creates all components.
 * @throws StartupError when a configured service is unreachable
 */
export const composeSystem = async (
  settings: Settings,
  logger: Logger,
  options: SystemOptions,
): Promise<System> => {
  const cleanup = createCleanupStack();
  try {
    return await createComponents(settings, logger, options, cleanup);
  } catch (error) {
    await cleanup.close();
    throw error;
  }
};

const createComponents = async (
  settings: Settings,
  logger: Logger,
  options: SystemOptions,
  cleanup: CleanupStack,
) => {
  // Closed last, so that shutdown is traced too.
  const tracing = await loadTracing(settings, logger, cleanup);
  const database = await openDatabase(settings, options);
  cleanup.add(database.close);
  const limits = toPoolLimits(options);
  const pool = openPool(database.url, logger, { ...limits, max: POOL_SIZE });
  cleanup.add(() => pool.end());
  await warnIfLogOwner(settings, pool, logger);
  const apiLimits = { ...limits, max: API_POOL_SIZE, statementMs: API_STATEMENT_TIMEOUT_MS };
  const apiPool = openPool(database.url, logger, apiLimits, createPipelinedPool);
  cleanup.add(() => apiPool.end());
  const redis = settings.redisUrl
    ? await connectRedis(settings.redisUrl, logger, settings.redisCaFile)
    : undefined;
  const redisWithTimeout = redis && connectWithTimeout(redis);
  cleanup.add(async () => {
    redisWithTimeout?.disconnect();
    redis?.disconnect();
  });

  const fanOut = withListenerDetection(redis ? createRedisFanOut(redis) : createPostgresFanOut(pool));

  const { log: rawLog, history } = watchHistory(
    await openEventLog(settings, pool, fanOut, logger).catch((error: unknown) => {
      if (options.shouldTolerateLogOutage && error instanceof StartupError)
        return createUnreachableLog(error);
      throw error;
    }),
  );
  history.onChanged(() => logger.warn({}, 'event log history changed'));
  const vault = createTextVault({ pool });
  const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
  cleanup.add(log.close);
  const handler = createTracedHandler(log, history, tracing);
  const privateData = createPrivateData(pool);
  const progress = traceReadModelWaits(tracing, createReadModelProgress(pool, fanOut, history));
  cleanup.add(progress.close);
  const provider = await openPaymentProvider({ ...settings, pool, logger });
  cleanup.add(provider.close);
  const mailer = await openMailer(settings.smtp);
  cleanup.add(async () => mailer.close());
  const jobs = openJobQueue({ pool, redis, tracing });
  cleanup.add(jobs.close);
  const metrics = createMetrics();
  const security = createSecurityEvents({ logger, metrics });
  cleanup.add(async () => security.close());
  const ids = createIdSource();
  const secret = settings.tokenSecret ?? (await loadOrCreateSecret(settings.dataFolder, 'token-secret'));
  return {
    settings,
    logger,
    metrics,
    security,
    tracing,
    /** Connection URL for the same database with the role that owns its tables. Used for restores. */
    ownerUrl: database.ownerUrl,
    pool,
    /** Pool for reads by API requests. Requests share its connections, and each query has a timeout. */
    apiPool,
    /** The log as it is stored, with encrypted texts and original event versions. */
    rawLog,
    /** The log with decrypted texts and current event versions. */
    log,
    history,
    handler,
    fanOut,
    vault,
    privateData,
    registration: createRegistration({ handler, registry: privateData.registry, clock: systemClock }),
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    passwords: createPasswordHasher(),
    pictures: createPictureProcessor(),
    towns: createTownSearch(),
    throttle: createThrottle({ pool, redis: redisWithTimeout }),
    jobs,
    mailer,
    payments: provider.payments,
    /** The payment simulator; null if Stripe is used. */
    paymentSimulator: provider.simulator,
    progress,
    clock: systemClock,
    ids,
    redis,
    /** Key that signs session tokens. It is the same in all processes. */
    secret,
    publicUrl: getPublicUrl(settings),
    /** Publishes the web client's URL to other processes on this machine. */
    publishUrl: database.publish,
    /**
     * Inserts the initial data of a system by running `work`. If the process dies in the meantime, the next start
     * discards the data, unless the log is on an external server.
     */
    runAtomically: settings.eventStoreUrl ? (work: () => Promise<void>) => work() : database.runAtomically,
    /** Closes all components. The embedded PostgreSQL is closed last. */
    close: cleanup.close,
  };
};
