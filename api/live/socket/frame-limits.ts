import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible';
import type { AccountId } from '../../../domain/kernel/ids.ts';

const FRAMES_PER_SECOND = 20;
/** Additional frames, which allow bursts of up to 100. */
const BURST_FRAMES_PER_MINUTE = 80;
/** Per account. Further frames are refused. */
const BYTES_PER_MINUTE = 1_000_000;
/** Bytes per account and minute after which the sending socket is terminated. */
const TERMINATE_AFTER_BYTES = 2 * BYTES_PER_MINUTE;
const MINUTE_SECONDS = 60;

/** Creates a function that returns whether a frame is allowed. It counts the frames from all sockets of an account. */
export function createFrameLimiter(): (accountId: AccountId) => Promise<boolean> {
  const limiter = new BurstyRateLimiter(
    new RateLimiterMemory({ points: FRAMES_PER_SECOND, duration: 1 }),
    new RateLimiterMemory({ points: BURST_FRAMES_PER_MINUTE, duration: MINUTE_SECONDS }),
  );
  return (accountId) =>
    limiter.consume(accountId).then(
      () => true,
      () => false,
    );
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
