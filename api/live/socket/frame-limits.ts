import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AccountId } from '../../../domain/kernel/ids.ts';

const FRAMES_PER_SECOND = 20;
/** Capacity of an account's token bucket. */
const BURST_FRAMES = 100;
/** Time in which an empty bucket is refilled. */
const REFILL_MS = (BURST_FRAMES / FRAMES_PER_SECOND) * 1_000;
/** Per account. Further frames are refused. */
const BYTES_PER_MINUTE = 1_000_000;
/** Bytes per account and minute after which the sending socket is terminated. */
const TERMINATE_AFTER_BYTES = 2 * BYTES_PER_MINUTE;
const MINUTE_SECONDS = 60;

/** Frames that an account could send at a time in ms. */
interface TokenBucket {
  readonly tokens: number;
  readonly updatedAt: number;
}

/**
 * Creates a function that returns whether a frame is allowed: a token bucket per account, for the frames from all of its
 * sockets. Refused frames take no token. rate-limiter-flexible has only fixed windows: at the end of one, an account could
 * send two bursts in a row.
 * @param now returns the time in ms
 */
export function createFrameLimiter(now = (): number => Date.now()): (accountId: AccountId) => boolean {
  /** The least recently used bucket is the first. */
  const buckets = new Map<AccountId, TokenBucket>();

  function deleteFullBuckets(time: number): void {
    for (const [accountId, { updatedAt }] of buckets) {
      if (time - updatedAt < REFILL_MS) return;
      buckets.delete(accountId);
    }
  }

  return (accountId) => {
    const time = now();
    deleteFullBuckets(time);
    const { tokens, updatedAt } = buckets.get(accountId) ?? { tokens: BURST_FRAMES, updatedAt: time };
    const refill = (Math.max(time - updatedAt, 0) * FRAMES_PER_SECOND) / 1_000;
    const availableTokens = Math.min(tokens + refill, BURST_FRAMES);
    const isAllowed = availableTokens >= 1;
    buckets.delete(accountId);
    buckets.set(accountId, { tokens: isAllowed ? availableTokens - 1 : availableTokens, updatedAt: time });
    return isAllowed;
  };
}

/** Decision on a frame: accept it, refuse it or terminate its socket. */
export type FrameVerdict = 'accept' | 'refuse' | 'terminate';

/** Creates the byte limiter of this process. It counts the bytes from all sockets of an account. */
export function createByteLimiter(): (accountId: AccountId, bytes: number) => Promise<FrameVerdict> {
  const byteLimiter = new RateLimiterMemory({ points: BYTES_PER_MINUTE, duration: MINUTE_SECONDS });
  return async (accountId, bytes) => {
    const { consumedPoints } = await byteLimiter.penalty(accountId, bytes);
    if (consumedPoints <= BYTES_PER_MINUTE) return 'accept';
    return consumedPoints <= TERMINATE_AFTER_BYTES ? 'refuse' : 'terminate';
  };
}
