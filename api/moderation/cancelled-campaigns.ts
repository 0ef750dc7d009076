import { setTimeout as delay } from 'node:timers/promises';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { hasOrderedCancellations } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import type { ApiSystem } from '../http/system.ts';

/** Maximum time that the answer to a ban waits for the cancellations, in milliseconds. */
const CANCELLED_MS = 2_000;
const POLL_MS = 25;

/**
 * Waits until the workers have cancelled the campaigns of a banned account.
 * @returns false if some are still open after 2 s; the order is in the log, so that the workers cancel them later
 */
export async function areCancelled(
  { pool }: Pick<ApiSystem, 'pool'>,
  creatorId: AccountId,
): Promise<boolean> {
  const deadline = Date.now() + CANCELLED_MS;
  while (await hasOrderedCancellations(pool, creatorId)) {
    if (Date.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
