import { Redis } from 'ioredis';
import { inTime } from '../common/waiting.ts';
import { CannotStart } from './cannot-start.ts';
import { readCertificateFile } from './certificate-file.ts';
import type { Logger } from './logger.ts';

const OLDEST = 7;
/** How long to wait for the first answer, in milliseconds: whatever accepts a connection need not be a Redis. */
const CONNECT_MS = 5_000;

/** The version of a Redis, as in 7.2.4; null where it does not tell. */
async function versionOf(redis: Redis): Promise<string | null> {
  const info = await redis.info('server').catch(() => '');
  return /^redis_version:(\S+)/m.exec(info)?.[1] ?? null;
}

async function demandVersion(redis: Redis): Promise<void> {
  const version = await versionOf(redis);
  if (version === null || Number.parseInt(version, 10) >= OLDEST) return;
  redis.disconnect();
  throw new CannotStart(`The Redis of REDIS_URL is Redis ${version}; ${OLDEST} or newer is needed.`);
}

/**
 * Connects to a Redis, and again whenever the connection is lost. With `rediss://` its certificate is verified, by the
 * CAs of the file or else by those that Node.js trusts.
 * @throws CannotStart when it is out of reach at first, or too old
 */
export const connectRedis = async (url: string, logger: Logger, caFile?: string): Promise<Redis> => {
  const ca = caFile && (await readCertificateFile(caFile, 'which REDIS_CA_FILE names'));
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 3, ...(ca && { tls: { ca } }) });
  let reason = 'no answer';
  const remember = (error: Error) => {
    reason = error.message;
  };
  redis.on('error', remember);
  const connected = redis.connect().then(() => true);
  const ready = await inTime(connected, CONNECT_MS).catch(() => false);
  if (!ready) {
    redis.disconnect();
    throw new CannotStart(`The Redis of REDIS_URL cannot be reached: ${reason}.`);
  }
  await demandVersion(redis);
  redis.off('error', remember);
  redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis is out of reach'));
  return redis;
};

/** How long a Redis may take to answer somebody who could do without it, in milliseconds. */
const COMMAND_MS = 1_000;

/**
 * A connection of its own to the same Redis, for whoever can do without its answer: a Redis that is there and silent fails
 * each command after a moment. What waits for jobs would be cut off by that, and has other connections.
 */
export const connectImpatiently = (redis: Redis): Redis => {
  const connection = redis.duplicate({ commandTimeout: COMMAND_MS });
  // That Redis is away is told by the other connection.
  connection.on('error', () => {});
  return connection;
};
