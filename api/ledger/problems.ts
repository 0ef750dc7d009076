import type { Instant } from '../../domain/kernel/ids.ts';
import * as query from '../../projections/ledger/problems/query.ts';
import { openAdjustments } from '../../projections/wallet/adjustments/query.ts';
import { type AuditProblems, PROBLEMS_LISTED } from '../contract/audit.ts';
import type { ApiSystem } from '../http/system.ts';

/** What has been on its way for so long, in milliseconds, is stuck. */
const STUCK_MS = 60_000;
/** Webhooks that are looked into at most. */
const WEBHOOKS = 1_000;

type ProblemsSystem = Pick<ApiSystem, 'pool' | 'payments' | 'privateData' | 'clock'>;

const longAgo = ({ clock }: ProblemsSystem): Instant =>
  new Date(Date.parse(clock.now()) - STUCK_MS).toISOString();

type Uncredited = AuditProblems['uncredited'];

/**
 * Payments of which the provider told a while ago that they succeeded, and that the books still have nowhere. A webhook
 * is kept until it is worked off, so that those waiting are all there are; the oldest thousand are looked into.
 */
export async function uncreditedPayments(system: ProblemsSystem): Promise<Uncredited['items']> {
  const { pool, payments, privateData } = system;
  const waiting = await privateData.webhooks.waiting(longAgo(system), WEBHOOKS);
  const told = waiting.flatMap(({ body, receivedAt }) => {
    const notice = payments.readKeptWebhook(body);
    return notice.kind === 'succeeded'
      ? [{ id: notice.paymentId, amount: notice.amount, since: receivedAt }]
      : [];
  });
  const unbooked = await query.unbookedOf(
    pool,
    told.map(({ id }) => id),
  );
  const first = new Map([...told].reverse().map((payment) => [payment.id, payment]));
  return [...first.values()].filter(({ id }) => unbooked.has(id)).reverse();
}

/** Ended campaigns whose coins should have left the escrow a while ago. */
export const stuckSettlements = (system: ProblemsSystem) =>
  query.waitingSettlements(system.pool, longAgo(system), PROBLEMS_LISTED);

const listOf = <Item>({ count, items }: query.Listed<Item>) => ({ count, items: [...items] });
const sumOf = <Item>({ total, ...list }: query.Summed<Item>) => ({ ...listOf(list), total });

/** All that is wrong with the books, or waits for somebody. */
export async function problemsOf(system: ProblemsSystem): Promise<AuditProblems> {
  const { pool } = system;
  const [position, unbalanced, settlements, uncredited, suspense, receivables, adjustments] =
    await Promise.all([
      query.journalPosition(pool),
      query.unbalancedEntries(pool, PROBLEMS_LISTED),
      stuckSettlements(system),
      uncreditedPayments(system),
      query.suspenseInAll(pool, PROBLEMS_LISTED),
      query.openReceivables(pool, PROBLEMS_LISTED),
      openAdjustments(pool, PROBLEMS_LISTED),
    ]);
  return {
    position,
    unbalanced: listOf(unbalanced),
    stuckSettlements: listOf(settlements),
    uncredited: { count: uncredited.length, items: uncredited.slice(0, PROBLEMS_LISTED) },
    suspense: sumOf(suspense),
    receivables: sumOf(receivables),
    adjustments: listOf(adjustments),
  };
}
