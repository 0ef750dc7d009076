import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { createLruCache } from '../../common/lru-cache.ts';
import type { Throttle, ThrottleRule } from '../../domain/ports/throttle.ts';

interface ThrottleOptions {
  readonly pool: Pool;
  /**
   * Redis for the counters, which are otherwise stored in PostgreSQL. While Redis is unreachable, each process counts
   * separately. The connection must have a command timeout; otherwise an unresponsive Redis would block all writes.
   */
  readonly redis?: Redis | undefined;
}

/** Number of points that are added to lock a key. It is so large that refunds do not unlock the key. */
const LOCKED_POINTS = 1_000_000;

/** Maximum number of cached shares. If a share is evicted, its points cannot be used until they expire. */
const MAX_CACHED_SHARES = 50_000;

/** Remaining fraction of the points below which points are taken singly, so that no process hoards them. */
const SINGLE_POINTS_FRACTION = 1 / 3;

interface Share {
  /** Number of seconds until a point is available, or 0 if the share was granted. */
  readonly wait: number;
  left: number;
  readonly until: number;
  readonly remaining: number;
}

/** Creates a throttle whose counters all processes share, in Redis if it is configured, otherwise in PostgreSQL. */
export function createThrottle({ pool, redis }: ThrottleOptions): Throttle {
  const limiters = new Map<string, RateLimiterAbstract>();
  const shares = createLruCache<Share>(MAX_CACHED_SHARES);
  const fetches = new Map<string, Promise<number>>();

  function createLimiter({
    name,
    points,
    seconds,
    isPerProcess = false,
    isRefundable = false,
  }: ThrottleRule): RateLimiterAbstract {
    const commonOptions = {
      keyPrefix: name,
      points,
      duration: seconds,
      ...(!isRefundable && { inMemoryBlockOnConsumed: points + 1 }),
    };
    if (isPerProcess) return new RateLimiterMemory(commonOptions);
    if (redis)
      return new RateLimiterRedis({
        ...commonOptions,
        storeClient: redis,
        insuranceLimiter: new RateLimiterMemory(commonOptions),
      });
    return new RateLimiterPostgres({
      ...commonOptions,
      storeClient: pool,
      schemaName: 'private',
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });
  }

  function getLimiter(rule: ThrottleRule): RateLimiterAbstract {
    const limiter = limiters.get(rule.name) ?? createLimiter(rule);
    limiters.set(rule.name, limiter);
    return limiter;
  }

  /** Returns the number of points to take: a full share if the store has enough points left, otherwise 1. */
  async function chooseShareSize(
    rule: ThrottleRule,
    key: string,
    currentShare: Share | undefined,
  ): Promise<number> {
    const { points, share = 1 } = rule;
    const minRemaining = share + points * SINGLE_POINTS_FRACTION;
    if (!currentShare || currentShare.until <= Date.now() || currentShare.remaining < minRemaining) return 1;
    const storedCount = await getLimiter(rule).get(key);
    return storedCount && storedCount.remainingPoints >= minRemaining ? share : 1;
  }

  const toWaitSeconds = ({ msBeforeNext }: RateLimiterRes): number =>
    Math.max(1, Math.ceil(msBeforeNext / 1000));

  /** Takes points from the store. If they are refused, `wait` is the number of seconds until the next attempt. */
  async function takeShare(rule: ThrottleRule, key: string, count: number): Promise<Share> {
    try {
      const { msBeforeNext, remainingPoints } = await getLimiter(rule).consume(key, count);
      return { wait: 0, left: count, until: Date.now() + msBeforeNext, remaining: remainingPoints };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { wait: toWaitSeconds(refusal), left: 0, until: 0, remaining: 0 };
    }
  }

  /** Takes one share for all waiting callers. Returns the number of seconds to wait, or 0 on success. */
  async function fetchShare(rule: ThrottleRule, key: string, name: string): Promise<number> {
    try {
      const count = await chooseShareSize(rule, key, shares.get(name));
      const share = await takeShare(rule, key, count);
      if (share.wait === 0) shares.set(name, share);
      return share.wait;
    } finally {
      fetches.delete(name);
    }
  }

  /** Takes a point from the share that this process holds. Concurrent callers wait for the same fetch. */
  async function takeFromShare(rule: ThrottleRule, key: string): Promise<number> {
    const name = `${rule.name}:${key}`;
    for (;;) {
      const currentShare = shares.get(name);
      if (currentShare && currentShare.left > 0 && currentShare.until > Date.now()) {
        currentShare.left -= 1;
        return 0;
      }
      const pendingFetch = fetches.get(name) ?? fetchShare(rule, key, name);
      fetches.set(name, pendingFetch);
      const wait = await pendingFetch;
      if (wait > 0) return wait;
    }
  }

  return {
    take: async (rule, key) => (rule.share ? takeFromShare(rule, key) : (await takeShare(rule, key, 1)).wait),
    async takeAndCount(rule, key) {
      const limiter = getLimiter(rule);
      try {
        return { wait: 0, taken: (await limiter.consume(key)).consumedPoints };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await limiter.reward(key);
        return { wait: toWaitSeconds(refusal), taken: refusal.consumedPoints - 1 };
      }
    },

    async lock(rule, key) {
      await getLimiter(rule).set(key, rule.points + LOCKED_POINTS, rule.seconds);
    },

    async refund(rule, key) {
      await getLimiter(rule).reward(key);
    },
  };
}
