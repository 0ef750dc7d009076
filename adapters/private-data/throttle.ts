import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
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
  /**
   * Counts there instead of in PostgreSQL; while it is away, each process counts for itself. Its commands must have a
   * deadline, lest a Redis that is silent hold up every write.
   */
  readonly redis?: Redis | undefined;
}

/** A key that is locked has so many points too many that giving some back does not unlock it. */
const LOCKED_POINTS = 1_000_000;

/** How many shares are remembered; one that is forgotten is merely taken anew. */
const REMEMBERED_SHARES = 50_000;

/** Of the points, the part that is given out one by one: by its end no process sits on points that another one lacks. */
const ONE_BY_ONE = 1 / 3;

interface Share {
  /** Seconds until there is a point again; 0 when there are some. */
  readonly wait: number;
  left: number;
  readonly until: number;
  /** Points that the store had left after it. */
  readonly behind: number;
}

/** Counts in PostgreSQL, or in Redis where there is one, so that all processes count together. */
export function createThrottle({ pool, redis }: ThrottleOptions): Throttle {
  const limiters = new Map<string, RateLimiterAbstract>();
  const shares = new LRUCache<string, Share>({ max: REMEMBERED_SHARES });
  const fetches = new Map<string, Promise<number>>();

  function make({
    name,
    points,
    seconds,
    perProcess = false,
    refundable = false,
  }: ThrottleRule): RateLimiterAbstract {
    const shared = {
      keyPrefix: name,
      points,
      duration: seconds,
      ...(!refundable && { inMemoryBlockOnConsumed: points + 1 }),
    };
    if (perProcess) return new RateLimiterMemory(shared);
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

  /** How many points to take: a share while there are plenty behind it, for which the store is asked once more. */
  async function countToTake(rule: ThrottleRule, key: string, held: Share | undefined): Promise<number> {
    const { points, share = 1 } = rule;
    const plenty = share + points * ONE_BY_ONE;
    if (!held || held.until <= Date.now() || held.behind < plenty) return 1;
    const now = await limiterOf(rule).get(key);
    return now && now.remainingPoints >= plenty ? share : 1;
  }

  const waitOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

  /** Takes points from the store: until when they are good, or the seconds to wait. */
  async function takeShare(rule: ThrottleRule, key: string, count: number): Promise<Share> {
    try {
      const { msBeforeNext, remainingPoints } = await limiterOf(rule).consume(key, count);
      return { wait: 0, left: count, until: Date.now() + msBeforeNext, behind: remainingPoints };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { wait: waitOf(refusal), left: 0, until: 0, behind: 0 };
    }
  }

  /** Fetches a share for all who wait for one: the seconds to wait instead, if any. */
  async function fetchShare(rule: ThrottleRule, key: string, name: string): Promise<number> {
    try {
      const count = await countToTake(rule, key, shares.get(name));
      const share = await takeShare(rule, key, count);
      if (share.wait === 0) shares.set(name, share);
      return share.wait;
    } finally {
      fetches.delete(name);
    }
  }

  /** Takes a point of a share that this process holds; those who come while one is fetched wait for it. */
  async function takeOfShare(rule: ThrottleRule, key: string): Promise<number> {
    const name = `${rule.name}:${key}`;
    for (;;) {
      const held = shares.get(name);
      if (held && held.left > 0 && held.until > Date.now()) {
        held.left -= 1;
        return 0;
      }
      const fetching = fetches.get(name) ?? fetchShare(rule, key, name);
      fetches.set(name, fetching);
      const wait = await fetching;
      if (wait > 0) return wait;
    }
  }

  return {
    take: async (rule, key) => (rule.share ? takeOfShare(rule, key) : (await takeShare(rule, key, 1)).wait),
    async takeCounted(rule, key) {
      const limiter = limiterOf(rule);
      try {
        return { wait: 0, taken: (await limiter.consume(key)).consumedPoints };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await limiter.reward(key);
        return { wait: waitOf(refusal), taken: refusal.consumedPoints - 1 };
      }
    },

    async lock(rule, key) {
      await limiterOf(rule).set(key, rule.points + LOCKED_POINTS, rule.seconds);
    },

    async giveBack(rule, key) {
      await limiterOf(rule).reward(key);
    },
  };
}
