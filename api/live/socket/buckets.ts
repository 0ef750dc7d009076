import { LRUCache } from 'lru-cache';
import type { AccountId, Instant } from '../../../domain/kernel/ids.ts';
import type { Clock } from '../../../domain/ports/clock.ts';

/** Frames that an account may send at once, and how many a second it gets back. */
const BURST = 100;
const PER_SECOND = 20;
const REMEMBERED = 50_000;

interface Bucket {
  level: number;
  at: number;
}

/** Says whether an account may send another frame; it counts those of all its sockets at this process. */
export function createBuckets(clock: Clock): (accountId: AccountId) => boolean {
  const buckets = new LRUCache<AccountId, Bucket>({ max: REMEMBERED });
  const milliseconds = (now: Instant): number => Date.parse(now);

  return (accountId) => {
    const now = milliseconds(clock.now());
    const known = buckets.get(accountId) ?? { level: BURST, at: now };
    const level = Math.min(BURST, known.level + (Math.max(0, now - known.at) * PER_SECOND) / 1000);
    const admitted = level >= 1;
    buckets.set(accountId, { level: admitted ? level - 1 : level, at: now });
    return admitted;
  };
}
