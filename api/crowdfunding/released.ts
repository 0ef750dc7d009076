import { setTimeout as delay } from 'node:timers/promises';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { heldInEscrow } from '../../domain/settlement/settlement.ts';
import { settlementOf, settlementPosition } from '../../projections/crowdfunding/settlement/query.ts';
import type { ReadModel } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** How long the answer to closing takes at most, in milliseconds. */
const RELEASED_MS = 2_000;
const LOOK_MS = 25;

/** What shows that the coins have come. */
const SHOWN_BY: readonly ReadModel[] = ['wallets', 'crowdfundings', 'journal'];

/**
 * Waits until nothing is held for a closed campaign any more, and its creator's wallet shows it.
 * @param since when closing began, in milliseconds
 * @returns whether it came to that in time
 */
export async function isReleased(
  { pool, progress }: Pick<ApiSystem, 'pool' | 'progress'>,
  id: CrowdfundingId,
  since: number,
): Promise<boolean> {
  const deadline = since + RELEASED_MS;
  while (Date.now() < deadline) {
    const settled = await settlementOf(pool, id);
    if (settled && heldInEscrow(settled) === 0) {
      const released = await settlementPosition(pool);
      return progress.waitFor(SHOWN_BY, released, Math.max(0, deadline - Date.now()));
    }
    await delay(LOOK_MS);
  }
  return false;
}
