import { type AuditProblems, MAX_PROBLEMS_LISTED } from '../../contract/audit.ts';
import { addMs, type Instant } from '../../domain/kernel/ids.ts';
import * as query from '../../projections/ledger/problems/query.ts';
import { listOpenAdjustments } from '../../projections/wallet/adjustments/query.ts';
import type { Immutable } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Age after which an unfinished payment or settlement counts as stuck. */
const STUCK_AFTER_MS = 60_000;
const MAX_WEBHOOKS = 1_000;

type ProblemsSystem = Pick<ApiSystem, 'pool' | 'payments' | 'privateData' | 'clock'>;

const getStuckThreshold = ({ clock }: ProblemsSystem): Instant => addMs(clock.now(), -STUCK_AFTER_MS);

type UncreditedPayments = AuditProblems['uncredited'];

/**
 * Returns payments whose webhook arrived more than a minute ago and that are not in the journal. Inspects at most the
 * 1,000 oldest unprocessed webhooks. Payments without a webhook are found by the sweep.
 */
export async function findUncreditedPayments(system: ProblemsSystem): Promise<UncreditedPayments['items']> {
  const { pool, payments, privateData } = system;
  const waitingWebhooks = await privateData.webhooks.listUnprocessed(getStuckThreshold(system), MAX_WEBHOOKS);
  const succeededPayments = waitingWebhooks.flatMap(({ body, receivedAt }) => {
    const notice = payments.parseStoredWebhook(body);
    return notice.kind === 'succeeded'
      ? [{ id: notice.paymentId, amount: notice.amount, since: receivedAt }]
      : [];
  });
  const unbookedIds = await query.findUnbookedPayments(
    pool,
    succeededPayments.map(({ id }) => id),
  );
  const firstById = new Map([...succeededPayments].reverse().map((payment) => [payment.id, payment]));
  return [...firstById.values()].filter(({ id }) => unbookedIds.has(id)).reverse();
}

/** Returns the inconsistencies in the journal and the items that staff must handle. */
export async function findProblems(system: ProblemsSystem): Promise<Immutable<AuditProblems>> {
  const { pool } = system;
  const [position, unbalanced, settlements, uncreditedPayments, suspense, receivables, adjustments] =
    await Promise.all([
      query.getJournalPosition(pool),
      query.listUnbalancedEntries(pool, MAX_PROBLEMS_LISTED),
      query.listWaitingSettlements(pool, getStuckThreshold(system), MAX_PROBLEMS_LISTED),
      findUncreditedPayments(system),
      query.summarizeSuspense(pool, MAX_PROBLEMS_LISTED),
      query.listOpenReceivables(pool, MAX_PROBLEMS_LISTED),
      listOpenAdjustments(pool, MAX_PROBLEMS_LISTED),
    ]);
  return {
    position,
    unbalanced,
    stuckSettlements: { count: settlements.count, items: settlements.items },
    uncredited: { count: uncreditedPayments.length, items: uncreditedPayments.slice(0, MAX_PROBLEMS_LISTED) },
    suspense,
    receivables,
    adjustments,
  };
}
