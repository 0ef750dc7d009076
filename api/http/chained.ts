import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { newestEntryOf, trailPosition } from '../../projections/crowdfunding/coin-trail/query.ts';
import type { ApiSystem } from './system.ts';

/** For how long a read waits for the trail, in milliseconds. */
const CHAINED_MS = 2_000;
const LOOK_MS = 10;

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
  while ((await trailPosition(pool)) < newest) {
    if (Date.now() > deadline) return http.set('X-Read-Model', 'behind');
    await delay(LOOK_MS);
  }
}
