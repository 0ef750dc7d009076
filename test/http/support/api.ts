import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createIdSource, systemClock } from '../../../adapters/clock.ts';
import { handleConnectionErrors } from '../../../adapters/connection-errors.ts';
import { createEncryptedLog } from '../../../adapters/event-log/encrypted-log.ts';
import { watchHistory } from '../../../adapters/event-log/history.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createSimulatedPayments } from '../../../adapters/payments/index.ts';
import { createPictureProcessor } from '../../../adapters/pictures/pictures.ts';
import { createPipelinedPool } from '../../../adapters/pipelined-pool.ts';
import { createPasswordHasher } from '../../../adapters/private-data/passwords.ts';
import { createPrivateData } from '../../../adapters/private-data/private-data.ts';
import { createTextVault } from '../../../adapters/private-data/text-vault.ts';
import { createThrottle } from '../../../adapters/private-data/throttle.ts';
import { createSecurityEvents } from '../../../adapters/security-events.ts';
import { createTownSearch } from '../../../adapters/towns/towns.ts';
import { type ApiFoundation, type RunningApi, startApi } from '../../../api/main.ts';
import { createEventLogPaymentBooks } from '../../../application/payment-books.ts';
import { createRegistration } from '../../../domain/accounts/registration.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { createHandler } from '../../../domain/handle.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { Throttle } from '../../../domain/ports/throttle.ts';
import { type Engine, startEngine } from '../../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../../projections/engine/progress.ts';
import { projections } from '../../../projections/registry.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { type SimulatorControls, startControlledSimulator } from '../../support/payment-simulator.ts';
import { WAIT_MS } from '../../support/wait.ts';

/** Secret that signs the tokens of all tested APIs. */
export const TEST_SECRET = 'a secret that is used only by the tests';

/** A throttle that accepts every request. */
const unlimitedThrottle: Throttle = {
  take: async () => 0,
  takeAndCount: async () => ({ wait: 0, taken: 1 }),
  lock: async () => {},
  refund: async () => {},
};

/** A clock that can be advanced. */
export interface MovableClock extends Clock {
  readonly advance: (ms: number) => void;
}

function createMovableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.parse(systemClock.now()) + offsetMs).toISOString(),
    advance: (ms) => {
      offsetMs += ms;
    },
  };
}

/** A running API, its dependencies, and controls for its clock, payments and projections. */
export interface TestApi {
  readonly url: string;
  readonly database: TestDatabase;
  readonly foundation: ApiFoundation;
  readonly clock: MovableClock;
  /** Controls for the payment simulator. */
  readonly simulator: SimulatorControls;
  /** Log lines at level warning or higher. */
  readonly logLines: string[];
  /** Starts another API on the same database, as in a separate process. `changes` replaces dependencies. */
  readonly startAnotherApi: (changes?: Partial<ApiFoundation>) => Promise<RunningApi>;
  readonly stopProjections: () => Promise<void>;
  readonly startProjections: () => Promise<void>;
  /**
   * Runs `work` while projections are blocked. During `work`, writes wait for projections only as long as in
   * production.
   */
  readonly runWhileBlocked: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface TestApiOptions {
  readonly isThrottled?: boolean;
  readonly clientFolder?: string;
  /** Returns the URL that the API uses to connect to the database, for example the URL of a proxy. */
  readonly createDatabaseUrl?: (url: string) => Promise<string>;
  /** Creates the API's connection pool. Projections use their own pool. */
  readonly createPool?: (database: TestDatabase) => pg.Pool;
  /** Replaces some of the API's dependencies. */
  readonly adapt?: (foundation: ApiFoundation) => ApiFoundation;
}

async function composeFoundation(
  pool: pg.Pool,
  apiPool: pg.Pool,
  clock: Clock,
  logLines: string[],
  isThrottled: boolean,
) {
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
  const simulator = await startControlledSimulator({ pool, logger });
  const { log: rawLog, history } = watchHistory(createPostgresEventLog({ pool }));
  const vault = createTextVault({ pool });
  const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log, history, versions: eventCatalogue });
  const privateData = createPrivateData(pool);
  const fanOut = createPostgresFanOut(pool);
  const progress = createReadModelProgress(pool, fanOut, history);
  const ids = createIdSource();
  const metrics = new Registry();
  const foundation: ApiFoundation = {
    settings: {
      host: '127.0.0.1',
      port: 0,
      publicUrl: undefined,
      google: undefined,
      isStaging: false,
      isProduction: false,
      supportAddress: undefined,
      exposureSettings: [],
      // Tests set client IP addresses with X-Forwarded-For.
      trustedProxies: ['127.0.0.1', '::1'],
      readsPerAccount: 1_200,
      readsPerAddress: 12_000,
      readCacheBytes: 32 * 1024 * 1024,
    },
    logger,
    metrics,
    security: createSecurityEvents({ logger, metrics }),
    pool: apiPool,
    log,
    rawLog,
    history,
    handler,
    fanOut,
    vault,
    privateData,
    registration: createRegistration({ handler, registry: privateData.registry, clock }),
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    progress,
    clock,
    ids,
    throttle: isThrottled ? createThrottle({ pool }) : unlimitedThrottle,
    passwords: createPasswordHasher({ memoryCost: 8, timeCost: 1 }),
    pictures: createPictureProcessor(),
    towns: createTownSearch(),
    secret: TEST_SECRET,
    publicUrl: '',
    mailer: { isLocal: true },
    payments: createSimulatedPayments(simulator),
    paymentSimulator: simulator,
  };
  return { foundation, log, progress, simulator };
}

const POOL_SIZE = 16;
/** Connection timeout in tests with an unreachable database, in milliseconds. */
const UNREACHABLE_TIMEOUT_MS = 2_000;

function createTestPool(
  connectionString: string,
  connectionTimeoutMillis: number,
  createPool = (options: pg.PoolConfig): pg.Pool => new pg.Pool(options),
): pg.Pool {
  const pool = createPool({ connectionString, max: POOL_SIZE, connectionTimeoutMillis });
  pool.on('error', () => {});
  handleConnectionErrors(pool);
  return pool;
}

/** Starts an API and its projections on a new database and a free port. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { isThrottled = false, adapt = (foundation) => foundation, clientFolder = '/nowhere' } = options;
  const database = await createDatabase();
  const { createDatabaseUrl, createPool } = options;
  const url = createDatabaseUrl ? await createDatabaseUrl(database.url) : database.url;
  const waitMs = createDatabaseUrl ? UNREACHABLE_TIMEOUT_MS : WAIT_MS;
  const defaultPool = createTestPool(url, waitMs);
  const pool = createPool?.(database) ?? defaultPool;
  const apiPool = createPool ? pool : createTestPool(url, waitMs, createPipelinedPool);
  const clock = createMovableClock();
  const logLines: string[] = [];
  const { foundation, log, progress, simulator } = await composeFoundation(
    pool,
    apiPool,
    clock,
    logLines,
    isThrottled,
  );
  const engineOptions = { log, pool: defaultPool, projections, progress };
  let engine: Engine | null = await startEngine(engineOptions);
  let isBlocked = false;
  const adaptedFoundation = adapt(foundation);
  // On a busy machine, projections can take longer than writers normally wait for them.
  const blockableProgress: ApiFoundation['progress'] = {
    ...adaptedFoundation.progress,
    waitFor: (names, position, waitMs) => {
      const ms = engine && !isBlocked ? Math.max(waitMs, WAIT_MS) : waitMs;
      return adaptedFoundation.progress.waitFor(names, position, ms);
    },
  };
  const apiFoundation = { ...adaptedFoundation, progress: blockableProgress };
  const apis = [await startApi(apiFoundation, { clientFolder })];

  async function stopProjections(): Promise<void> {
    await engine?.close();
    engine = null;
  }
  return {
    url: (apis[0] as RunningApi).url,
    database,
    foundation: adaptedFoundation,
    clock,
    simulator: simulator.controls,
    logLines,
    async startAnotherApi(changes = {}) {
      const foundation = { ...apiFoundation, metrics: undefined, paymentSimulator: null, ...changes };
      const api = await startApi(foundation, { clientFolder });
      apis.push(api);
      return api;
    },
    stopProjections,
    async startProjections() {
      engine ??= await startEngine(engineOptions);
    },
    async runWhileBlocked(work) {
      isBlocked = true;
      try {
        return await work();
      } finally {
        isBlocked = false;
      }
    },
    async close() {
      for (const api of apis) await api.close();
      await simulator.close();
      await stopProjections();
      await log.close();
      await progress.close();
      await Promise.all([...new Set([pool, defaultPool, apiPool])].map((closedPool) => closedPool.end()));
      await database.drop();
    },
  };
}
