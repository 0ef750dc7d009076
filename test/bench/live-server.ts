/**
 * Server for the live benchmarks on a given database. Runs the API and the projections in one process, or only the API.
 * If the fourth argument is `limited`, the default read limits apply. If it is `uncached`, there is no read cache.
 */

import pg from 'pg';
import { pino } from 'pino';
import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { watchHistory } from '../../adapters/event-log/history.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { withListenerDetection } from '../../adapters/fan-out/listener-detection.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { openPaymentProvider } from '../../adapters/payments/index.ts';
import { createPictureProcessor } from '../../adapters/pictures/pictures.ts';
import { createPipelinedPool } from '../../adapters/pipelined-pool.ts';
import { createPasswordHasher } from '../../adapters/private-data/passwords.ts';
import { createPrivateData } from '../../adapters/private-data/private-data.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { createThrottle } from '../../adapters/private-data/throttle.ts';
import { createSecurityEvents } from '../../adapters/security-events.ts';
import { createTownSearch } from '../../adapters/towns/towns.ts';
import { DEFAULT_READ_SLOTS } from '../../api/http/read-limiter.ts';
import { startApi } from '../../api/main.ts';
import { createEventLogPaymentBooks } from '../../application/payment-books.ts';
import { createRegistration } from '../../domain/accounts/registration.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import { startEngine } from '../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../projections/engine/progress.ts';
import { projections } from '../../projections/registry.ts';
import { serveBenchmark } from './server-side.ts';

const [connectionString, secret = '', part = 'all', reads = 'unlimited'] = process.argv.slice(2);
const UNLIMITED = 1_000_000_000;
const POOL_SIZE = 24;
const API_POOL_SIZE = 8;
const IDLE_TIMEOUT_MS = 10 * 60_000;

const pool = new pg.Pool({ connectionString, max: POOL_SIZE, idleTimeoutMillis: IDLE_TIMEOUT_MS });
const apiPool = createPipelinedPool({
  connectionString,
  max: API_POOL_SIZE,
  idleTimeoutMillis: IDLE_TIMEOUT_MS,
});
const fanOut = withListenerDetection(createPostgresFanOut(pool));
const { log: rawLog, history } = watchHistory(createPostgresEventLog({ pool, fanOut }));
const vault = createTextVault({ pool });
const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
const handler = createHandler({ log, history, versions: eventCatalogue });
const privateData = createPrivateData(pool);
const progress = createReadModelProgress(pool, fanOut, history);
const ids = createIdSource();
const engine = part === 'api' ? null : await startEngine({ log, pool, projections, progress });
const logger = pino({ level: 'warn' }, process.stderr);
const provider = await openPaymentProvider({ stripe: undefined, pool, logger });
const { readCacheBytes, ...settings } = parseSettings(reads === 'uncached' ? { READ_CACHE_MB: '0' } : {});
const { readsPerAccount, readsPerAddress } =
  reads === 'limited' ? settings : { readsPerAccount: UNLIMITED, readsPerAddress: UNLIMITED };
const readSlots = reads === 'limited' ? DEFAULT_READ_SLOTS : { perAccount: UNLIMITED, perAddress: UNLIMITED };
const foundation = {
  settings: {
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    google: undefined,
    trustedProxies: [],
    isStaging: false,
    isProduction: false,
    supportAddress: undefined,
    exposureSettings: [],
    readsPerAccount,
    readsPerAddress,
    readCacheBytes,
  },
  logger,
  security: createSecurityEvents({ logger }),
  pool: apiPool,
  log,
  rawLog,
  history,
  handler,
  fanOut,
  vault,
  privateData,
  registration: createRegistration({ handler, registry: privateData.registry, clock: systemClock }),
  paymentBooks: createEventLogPaymentBooks({ handler, ids }),
  progress,
  clock: systemClock,
  ids,
  throttle: createThrottle({ pool }),
  passwords: createPasswordHasher(),
  pictures: createPictureProcessor(),
  towns: createTownSearch(),
  secret,
  publicUrl: '',
  mailer: { isLocal: true },
  payments: provider.payments,
  paymentSimulator: provider.simulator,
};
const api = await startApi(foundation, { readSlots, maxPendingPerAddress: UNLIMITED });
serveBenchmark(Number(new URL(api.url).port), async () => {
  await api.close();
  await provider.close();
  await engine?.close();
  await progress.close();
  await log.close();
  await apiPool.end();
  await pool.end();
});
