import type { QueryOf } from '../../contract/call.ts';
import * as contract from '../../contract/coin-trail.ts';
import { crowdfundingNotFound } from '../../domain/crowdfunding/rules.ts';
import {
  type CrowdfundingSettlement,
  getEscrowBalance,
  getRefundProgress,
} from '../../domain/settlement/settlement.ts';
import { getTrailPage, type TrailPaging } from '../../projections/crowdfunding/coin-trail/query.ts';
import { findSettlement, sumHeldBefore } from '../../projections/crowdfunding/settlement/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { toPaging } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForTrail } from '../http/worker-effects.ts';
import { loadVisibleCrowdfunding } from './load.ts';

const SETTLEMENT_KINDS = { OPEN: 'NONE', REFUND: 'REFUND', RELEASE: 'RELEASE' } as const;

const toTrailPaging = ({ after, ...page }: QueryOf<typeof contract.getCoinTrail>): TrailPaging =>
  after === undefined ? toPaging(page) : { after };

const NO_STEPS = { total: 0, done: 0, coinsTotal: 0, coinsDone: 0 };

/** Each refund is one step. A release is one step, or none if nobody donated. */
function countSteps(crowdfunding: CrowdfundingSettlement, releasableCoins: number) {
  const { outcome, donated, refunded, released } = crowdfunding;
  if (outcome === 'OPEN') return NO_STEPS;
  if (outcome === 'REFUND')
    return { ...getRefundProgress(crowdfunding), coinsTotal: donated, coinsDone: refunded };
  const coinsTotal = released + releasableCoins;
  return { total: coinsTotal > 0 ? 1 : 0, done: released > 0 ? 1 : 0, coinsTotal, coinsDone: released };
}

/** Creates the routes for the coin trail and the settlement of a campaign. */
export const createCoinTrailRoutes = ({ pool }: Pick<ApiSystem, 'pool'>): readonly Route[] => [
  defineRoute(contract.getCoinTrail, async ({ caller, params: { id }, query, setNextPageLink, http }) => {
    await loadVisibleCrowdfunding(pool, caller, id);
    if (!(await waitForTrail({ pool }, id))) http.set('X-Read-Model', 'behind');
    const { items, next, end } = await getTrailPage(pool, caller, id, toTrailPaging(query));
    setNextPageLink(next);
    const lines = items.map(({ crowdfundingId: _same, ...line }) => line);
    return { crowdfundingId: id, items: lines, lines: end.sequence, held: end.total, head: end.hash };
  }),

  defineRoute(contract.getSettlement, async ({ caller, params: { id } }) => {
    await loadVisibleCrowdfunding(pool, caller, id);
    const crowdfunding = await findSettlement(pool, id);
    if (!crowdfunding) throw createNotFoundFailure(crowdfundingNotFound);
    const { outcome, endPosition, endedAt, released } = crowdfunding;
    const isReleasePending = outcome === 'RELEASE' && released === 0;
    const releasableCoins = isReleasePending ? await sumHeldBefore(pool, id, endPosition ?? 0) : 0;
    const steps = countSteps(crowdfunding, releasableCoins ?? 0);
    const heldCoins = getEscrowBalance(crowdfunding);
    const isFinished = outcome !== 'OPEN' && heldCoins === 0;
    return {
      kind: SETTLEMENT_KINDS[outcome],
      ...steps,
      held: heldCoins,
      finished: isFinished,
      endedAt,
    };
  }),
];
