/** Functions that wait, after a write, until reads show the changes that workers made in response. */
import { setTimeout as delay } from 'node:timers/promises';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import { getEscrowBalance } from '../../domain/settlement/settlement.ts';
import type { WalletEvent } from '../../domain/wallet/events.ts';
import { getNewestEntryPosition, getTrailPosition } from '../../projections/crowdfunding/coin-trail/query.ts';
import { hasOrderedCancellations } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import { findSettlement, getSettlementPosition } from '../../projections/crowdfunding/settlement/query.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import type { ApiSystem } from './system.ts';

const MAX_WAIT_MS = 2_000;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;

/** Returns false if the condition is not met at the deadline. */
async function pollUntil(isDone: () => Promise<boolean>, deadline: number): Promise<boolean> {
  for (let attempt = 1; !(await isDone()); attempt += 1) {
    if (Date.now() >= deadline) return false;
    await delay(getBackoffMs(MIN_PAUSE_MS, MAX_PAUSE_MS, attempt));
  }
  return true;
}

type ReadSystem = Pick<ApiSystem, 'pool' | 'progress'>;

/**
 * Waits until the coin trail of a campaign includes its newest journal entry. Donations do not wait for hashes.
 * @returns false if the trail is still behind after 2 s
 */
export async function waitForTrail({ pool }: Pick<ReadSystem, 'pool'>, id: CrowdfundingId): Promise<boolean> {
  const newestPosition = await getNewestEntryPosition(pool, id);
  return pollUntil(async () => (await getTrailPosition(pool)) >= newestPosition, Date.now() + MAX_WAIT_MS);
}

const RELEASE_EVENT_TYPE: WalletEvent['type'] = 'CampaignFundsReceived';

/**
 * Waits until the coins of a closed campaign are released and reads show them in its creator's wallet.
 * @param startedAtMs start of the request that closed the campaign, in Unix milliseconds
 * @returns false if the coins are not visible 2 s after the start
 */
export async function waitForRelease(
  { pool, progress }: ReadSystem,
  id: CrowdfundingId,
  startedAtMs: number,
): Promise<boolean> {
  const deadline = startedAtMs + MAX_WAIT_MS;
  const isSettled = async () => {
    const settlement = await findSettlement(pool, id);
    return settlement !== null && getEscrowBalance(settlement) === 0;
  };
  if (!(await pollUntil(isSettled, deadline))) return false;
  const releaseEvent = { eventTypes: [RELEASE_EVENT_TYPE], position: await getSettlementPosition(pool) };
  return waitUntilVisible(progress, [releaseEvent], Math.max(0, deadline - Date.now()));
}

/**
 * Waits until workers have cancelled the campaigns of a banned account.
 * @returns false if some are still open after 2 s; workers cancel them later
 */
export const waitForCancellations = (
  { pool }: Pick<ReadSystem, 'pool'>,
  creatorId: AccountId,
): Promise<boolean> =>
  pollUntil(async () => !(await hasOrderedCancellations(pool, creatorId)), Date.now() + MAX_WAIT_MS);
