import { LRUCache } from 'lru-cache';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import type { Clock } from '../../../domain/ports/clock.ts';

/** Bytes that the sockets of an account may send in a minute. */
const BYTES_PER_MINUTE = 1_000_000;
/** Bytes in a minute beyond which a socket that goes on sending is cut. */
const CUT_AFTER_BYTES = 2 * BYTES_PER_MINUTE;

const MINUTE_MS = 60_000;
const REMEMBERED = 50_000;

interface Window {
  readonly until: number;
  bytes: number;
}

/** What becomes of a frame: it is read, refused, or its socket is cut. */
export type FrameVerdict = 'read' | 'refuse' | 'cut';

/** Creates the counter of bytes that accounts send to the sockets of this process, in windows of a minute. */
export function createByteBudget(clock: Clock): (accountId: AccountId, bytes: number) => FrameVerdict {
  const windows = new LRUCache<AccountId, Window>({ max: REMEMBERED });

  return (accountId, bytes) => {
    const now = Date.parse(clock.now());
    const known = windows.get(accountId);
    const window = known && known.until > now ? known : { until: now + MINUTE_MS, bytes: 0 };
    window.bytes += bytes;
    windows.set(accountId, window);
    if (window.bytes <= BYTES_PER_MINUTE) return 'read';
    return window.bytes <= CUT_AFTER_BYTES ? 'refuse' : 'cut';
  };
}
