/** Waits for the results of workers after a write, until reads show them. */
import { setTimeout as delay } from 'node:timers/promises';
import { exponentialBackoff } from '../../domain/kernel/exponential-backoff.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { heldInEscrow } from '../../domain/settlement/settlement.ts';
import type { WalletEvent } from '../../domain/wallet/events.ts';
import { newestEntryOf, trailPosition } from '../../projections/crowdfunding/coin-trail/query.ts';
import { hasOrderedCancellations } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import { settlementOf, settlementPosition } from '../../projections/crowdfunding/settlement/query.ts';
import { waitUntilVisible } from '../../projections/visible.ts';
import type { ApiSystem } from './system.ts';

/** Maximum time that a response waits for workers, in milliseconds. */
const WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/** Polls a condition. Returns false if it is not met at the deadline. */
async function poll(isDone: () => Promise<boolean>, deadline: number): Promise<boolean> {
  for (let attempt = 1; !(await isDone()); attempt += 1) {
    if (Date.now() >= deadline) return false;
    await delay(exponentialBackoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, attempt));
  }
  return true;
}

type ReadSystem = Pick<ApiSystem, 'pool' | 'progress'>;

/**
 * Waits until the coin trail of a crowdfunding includes its newest journal entry. Writes wait only for the
 * journal, so that no donation waits for its hash.
 * @returns false if the trail is still behind after 2 s
 */
export async function isTrailComplete(
  { pool }: Pick<ReadSystem, 'pool'>,
  id: CrowdfundingId,
): Promise<boolean> {
  const newest = await newestEntryOf(pool, id);
  return poll(async () => (await trailPosition(pool)) >= newest, Date.now() + WAIT_MS);
}

const RELEASE: WalletEvent['type'] = 'CampaignFundsReceived';

/**
 * Waits until the coins of a closed crowdfunding are released and reads show them in its creator's wallet.
 * @param since start of the closing, in Unix milliseconds
 * @returns false if that takes more than 2 s
 */
export async function isReleased(
  { pool, progress }: ReadSystem,
  id: CrowdfundingId,
  since: number,
): Promise<boolean> {
  const deadline = since + WAIT_MS;
  const isSettled = async () => {
    const settled = await settlementOf(pool, id);
    return settled !== null && heldInEscrow(settled) === 0;
  };
  if (!(await poll(isSettled, deadline))) return false;
  const released = { eventTypes: [RELEASE], position: await settlementPosition(pool) };
  return waitUntilVisible(progress, [released], Math.max(0, deadline - Date.now()));
}

/**
 * Waits until workers have cancelled the crowdfundings of a banned account.
 * @returns false if some are still open after 2 s; the order is in the log, so workers cancel them later
 */
export const areCancelled = ({ pool }: Pick<ReadSystem, 'pool'>, creatorId: AccountId): Promise<boolean> =>
  poll(async () => !(await hasOrderedCancellations(pool, creatorId)), Date.now() + WAIT_MS);
