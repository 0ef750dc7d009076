import type { AccountId, Instant } from '../../domain/kernel/ids.ts';
import { allPages, type Payment, type Payments } from '../../domain/ports/payments.ts';
import type { Queryable } from '../../projections/queryable.ts';

/** For how long a card payment may be under way, in milliseconds. */
const CHECKOUT_MS = 24 * 60 * 60_000;

async function paymentsOf(
  payments: Payments,
  accountId: AccountId,
  since: Instant,
): Promise<readonly Payment[]> {
  const found: Payment[] = [];
  for await (const payment of allPages((page) => payments.list({ since, ...page })))
    if (payment.accountId === accountId) found.push(payment);
  return found;
}

/**
 * Card payments of an account of which coins may yet come: the bank takes its time, or the ledger has not booked them yet.
 * @throws PaymentsUnavailable
 */
export async function paymentsUnderWay(
  { payments, pool, now }: { readonly payments: Payments; readonly pool: Queryable; readonly now: Instant },
  accountId: AccountId,
): Promise<readonly Payment[]> {
  const since = new Date(Date.parse(now) - CHECKOUT_MS).toISOString();
  const made = await paymentsOf(payments, accountId, since);
  const { rows } = await pool.query<{ payment_id: string }>({
    text: 'SELECT payment_id FROM read.journal_entries WHERE account_id = $1 AND payment_id = ANY ($2)',
    values: [accountId, made.map(({ id }) => id)],
  });
  const booked = new Set(rows.map(({ payment_id }) => payment_id));
  return made.filter(
    ({ id, status }) => status === 'processing' || (status === 'succeeded' && !booked.has(id)),
  );
}
