import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Throttle, ThrottleRule } from '../../domain/ports/throttle.ts';

export interface ThrottleOptions {
  readonly pool: Pool;
  /** Counts there instead of in PostgreSQL; while it is away, each process counts for itself. */
  readonly redis?: Redis;
}

/** Counts in PostgreSQL, or in Redis where there is one, so that all processes count together. */
export function createThrottle({ pool, redis }: ThrottleOptions): Throttle {
  const limiters = new Map<string, RateLimiterAbstract>();

  function make({ name, points, seconds }: ThrottleRule): RateLimiterAbstract {
    const shared = { keyPrefix: name, points, duration: seconds, inMemoryBlockOnConsumed: points + 1 };
    if (redis)
      return new RateLimiterRedis({
        ...shared,
        storeClient: redis,
        insuranceLimiter: new RateLimiterMemory(shared),
      });
    return new RateLimiterPostgres({
      ...shared,
      storeClient: pool,
      schemaName: 'private',
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });
  }

  function limiterOf(rule: ThrottleRule): RateLimiterAbstract {
    const limiter = limiters.get(rule.name) ?? make(rule);
    limiters.set(rule.name, limiter);
    return limiter;
  }

  return {
    async take(rule, key) {
      try {
        await limiterOf(rule).consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    async giveBack(rule, key) {
      await limiterOf(rule).reward(key);
    },
  };
}
