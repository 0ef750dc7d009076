import { Redis } from 'ioredis';
import { withTimeout } from '../common/timing.ts';
import { readCertificateFile } from './certificate-file.ts';
import type { Logger } from './logger.ts';
import { StartupError } from './startup-error.ts';

const MIN_VERSION = 7;
/** Maximum wait for the first response, in milliseconds. A server that is not Redis may never respond. */
const CONNECT_TIMEOUT_MS = 5_000;

async function readVersion(redis: Redis): Promise<string | null> {
  const info = await redis.info('server').catch(() => '');
  return /^redis_version:(\S+)/m.exec(info)?.[1] ?? null;
}

async function checkVersion(redis: Redis): Promise<void> {
  const version = await readVersion(redis);
  if (version === null || Number.parseInt(version, 10) >= MIN_VERSION) return;
  redis.disconnect();
  throw new StartupError(
    `The Redis of REDIS_URL is Redis ${version}. Kindra needs Redis ${MIN_VERSION} or newer.`,
  );
}

/**
 * Connects to Redis, and reconnects when the connection is lost. For `rediss://`, verifies the server
 * certificate with the CA file or the CAs of Node.js.
 * @throws StartupError when Redis is unreachable or too old
 */
export const connectRedis = async (url: string, logger: Logger, caFile?: string): Promise<Redis> => {
  const ca = caFile && (await readCertificateFile(caFile, 'which REDIS_CA_FILE names'));
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 3, ...(ca && { tls: { ca } }) });
  let reason = 'no answer';
  const storeError = (error: Error) => {
    reason = error.message;
  };
  redis.on('error', storeError);
  const connection = redis.connect().then(() => true);
  const isReady = await withTimeout(connection, CONNECT_TIMEOUT_MS).catch(() => false);
  if (!isReady) {
    redis.disconnect();
    throw new StartupError(`The Redis of REDIS_URL cannot be reached: ${reason}.`);
  }
  await checkVersion(redis);
  redis.off('error', storeError);
  redis.on('error', (error: Error) => logger.warn({ err: error }, 'redis unreachable'));
  return redis;
};

const COMMAND_TIMEOUT_MS = 1_000;

/** Opens another connection with a command timeout, for callers that have a fallback. BullMQ needs one without it. */
export const connectWithTimeout = (redis: Redis): Redis => {
  const connection = redis.duplicate({ commandTimeout: COMMAND_TIMEOUT_MS });
  // Reported by the main connection.
  connection.on('error', () => {});
  return connection;
};
