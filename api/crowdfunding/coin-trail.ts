import { maySee } from '../../application/crowdfunding.ts';
import type { QueryOf } from '../../contract/call.ts';
import * as contract from '../../contract/coin-trail.ts';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { heldInEscrow, refundProgress, type SettledCampaign } from '../../domain/settlement/settlement.ts';
import { type TrailPaging, trailPage } from '../../projections/crowdfunding/coin-trail/query.ts';
import { crowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { heldBefore, settlementOf } from '../../projections/crowdfunding/settlement/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import { pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { isTrailComplete } from '../http/worker-effects.ts';

const REFUND_KINDS = { OPEN: 'NONE', REFUND: 'REFUND', RELEASE: 'RELEASE' } as const;

const trailPagingOf = ({ after, ...page }: QueryOf<typeof contract.getCoinTrail>): TrailPaging =>
  after === undefined ? pagingOf(page) : { after };

const NOTHING = { total: 0, done: 0, coinsTotal: 0, coinsDone: 0 };

/** Each refund is one step. A release is one step, or none if nobody donated. */
function stepsOf(campaign: SettledCampaign, releasable: number) {
  const { outcome, donated, refunded, released } = campaign;
  if (outcome === 'OPEN') return NOTHING;
  if (outcome === 'REFUND') return { ...refundProgress(campaign), coinsTotal: donated, coinsDone: refunded };
  const coinsTotal = released + releasable;
  return { total: coinsTotal > 0 ? 1 : 0, done: released > 0 ? 1 : 0, coinsTotal, coinsDone: released };
}

/** Routes of the coin trail and the settlement, for everybody who may see the campaign. */
export function coinTrailRoutes({ pool }: Pick<ApiSystem, 'pool'>): readonly AnyRoute[] {
  async function mustBeVisible(caller: Caller | null, id: CrowdfundingId): Promise<void> {
    const found = await crowdfundingById(pool, caller, id);
    if (!found || !maySee(caller, found)) throw missing(missingCrowdfunding);
  }

  return [
    route(contract.getCoinTrail, async ({ caller, params: { id }, query, announceNext, http }) => {
      await mustBeVisible(caller, id);
      if (!(await isTrailComplete({ pool }, id))) http.set('X-Read-Model', 'behind');
      const { items, next, end } = await trailPage(pool, caller, id, trailPagingOf(query));
      announceNext(next);
      const lines = items.map(({ crowdfundingId: _same, ...line }) => line);
      return { crowdfundingId: id, items: lines, lines: end.sequence, held: end.total, head: end.hash };
    }),

    route(contract.getSettlement, async ({ caller, params: { id } }) => {
      await mustBeVisible(caller, id);
      const campaign = await settlementOf(pool, id);
      if (!campaign) throw missing(missingCrowdfunding);
      const { outcome, decided, ended, released } = campaign;
      const isToRelease = outcome === 'RELEASE' && released === 0;
      const releasable = isToRelease ? await heldBefore(pool, id, decided ?? 0) : 0;
      const steps = stepsOf(campaign, releasable ?? 0);
      const held = heldInEscrow(campaign);
      const finished = outcome !== 'OPEN' && held === 0;
      return { kind: REFUND_KINDS[outcome], ...steps, held, finished, endedAt: ended };
    }),
  ];
}
