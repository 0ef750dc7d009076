import type Stripe from 'stripe';
import { isUuid } from '../../../domain/kernel/ids.ts';
import type { Payment, PaymentDispute, PaymentRefund } from '../../../domain/ports/payments.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../domain/wallet/rules.ts';

/** Metadata key that stores the buyer's account id. */
export const ACCOUNT_METADATA_KEY = 'kindra_account';

/** Maps a Stripe status. Unknown statuses are treated as not final. */
const toStatus = (status: string): PaymentStatus =>
  PAYMENT_STATUSES.find((knownStatus) => knownStatus === status) ?? 'processing';

/** Converts a Stripe timestamp in Unix seconds to an instant. */
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Returns the id of a reference, which can be an id or an expanded object. Returns null for null. */
export const getId = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Returns the buyer's account id from payment metadata, or null if it is missing or malformed. */
export const getAccountId = (metadata: Stripe.Metadata | undefined): string | null => {
  const account = metadata?.[ACCOUNT_METADATA_KEY];
  return account && isUuid(account) ? account : null;
};

/** Refund states by Stripe status. A canceled refund has moved no money, so it counts as failed. */
const REFUND_STATES: Readonly<Record<string, PaymentRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Maps a refund to a refund of the port. A refund with an unknown status is pending. */
export const toRefund = ({ id, amount, status }: Stripe.Refund): PaymentRefund => ({
  id,
  amount,
  state: REFUND_STATES[status ?? ''] ?? 'pending',
});

/** Maps a dispute status. Returns null for inquiries and prevented disputes, which move no money. */
export const toDisputeState = (status: Stripe.Dispute.Status): PaymentDispute['state'] | null => {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  return status === 'prevented' || status.startsWith('warning_') ? null : 'open';
};

/** Maps disputes to disputes of the port. Leaves out those that move no money. */
export const toDisputes = (disputes: readonly Stripe.Dispute[]): PaymentDispute[] =>
  disputes.flatMap(({ id, amount, status }) => {
    const state = toDisputeState(status);
    return state === null ? [] : [{ id, amount, state }];
  });

const sumRefunds = (refunds: readonly PaymentRefund[]): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0);

/** Maps a Stripe payment to a payment of the port. */
export const toPayment = (
  intent: Stripe.PaymentIntent,
  refunds: readonly PaymentRefund[],
  disputes: readonly PaymentDispute[],
): Payment => ({
  id: intent.id,
  status: toStatus(intent.status),
  amount: intent.amount,
  amountReceived: intent.amount_received,
  amountRefunded: sumRefunds(refunds),
  currency: intent.currency,
  refunds,
  disputes,
  accountId: getAccountId(intent.metadata),
  metadata: intent.metadata,
  createdAt: toInstant(intent.created),
});
