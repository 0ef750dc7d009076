import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { doubling } from '../../domain/kernel/doubling.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { newestEntryOf, trailPosition } from '../../projections/crowdfunding/coin-trail/query.ts';
import type { ApiSystem } from './system.ts';

/** For how long a read waits for the trail, in milliseconds. */
const CHAINED_MS = 2_000;
/** How soon it is looked for again: soon at first, seldom where nobody chains. */
const FIRST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 250;

/**
 * Waits until a campaign's trail has what the journal has of it now. Writes wait for the journal, so that whoever reads the
 * trail after the answer of a donation sees it, and no donation has to wait for its hash. An answer that is late says so.
 */
export async function trailChained(
  { pool }: Pick<ApiSystem, 'pool'>,
  http: Context,
  id: CrowdfundingId,
): Promise<void> {
  const deadline = Date.now() + CHAINED_MS;
  const newest = await newestEntryOf(pool, id);
  for (let looks = 1; (await trailPosition(pool)) < newest; looks += 1) {
    if (Date.now() > deadline) return http.set('X-Read-Model', 'behind');
    await delay(doubling(FIRST_LOOK_MS, LONGEST_LOOK_MS, looks));
  }
}
