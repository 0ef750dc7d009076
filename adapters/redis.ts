import { Redis } from 'ioredis';
import { CannotStart } from './cannot-start.ts';
import type { Logger } from './logger.ts';

/**
 * Connects to a Redis, and again whenever the connection is lost.
 * @throws CannotStart when it is out of reach at first
 */
export const connectRedis = async (url: string, logger: Logger): Promise<Redis> => {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 3 });
  let reason = 'no answer';
  const remember = (error: Error) => {
    reason = error.message;
  };
  redis.on('error', remember);
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw new CannotStart(`The Redis of REDIS_URL cannot be reached: ${reason}.`, error);
  }
  redis.off('error', remember);
  redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis is out of reach'));
  return redis;
};
