import type Stripe from 'stripe';
import { isUuid } from '../../../domain/kernel/ids.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentRefund,
  PaymentStatus,
} from '../../../domain/ports/payments.ts';

/** The key under which a payment's metadata names the account that buys. */
export const ACCOUNT_KEY = 'kindra_account';

const STATUSES: ReadonlySet<string> = new Set<PaymentStatus>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
]);

/** A status that is newer than this code is one that is not settled. */
const toStatus = (status: string): PaymentStatus =>
  STATUSES.has(status) ? (status as PaymentStatus) : 'processing';

/** Stripe counts time in seconds. */
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Id of something that Stripe gives by its id or, expanded, whole. */
export const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Who bought, from a payment's metadata. */
export const accountOf = (metadata: Stripe.Metadata): string | null => {
  const account = metadata[ACCOUNT_KEY];
  return account && isUuid(account) ? account : null;
};

/** A refund that was canceled has moved no money, just as one that failed. */
const REFUND_STATES: Readonly<Record<string, PaymentRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export const toRefund = ({ id, amount, status }: Stripe.Refund): PaymentRefund => ({
  id,
  amount,
  state: REFUND_STATES[status ?? ''] ?? 'pending',
});

/** Where a dispute stands; null while it is a mere inquiry, or was prevented, for which no money moves. */
export const disputeState = (status: Stripe.Dispute.Status): PaymentDispute['state'] | null => {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  return status === 'prevented' || status.startsWith('warning_') ? null : 'open';
};

export const toDisputes = (disputes: readonly Stripe.Dispute[]): PaymentDispute[] =>
  disputes.flatMap(({ id, amount, status }) => {
    const state = disputeState(status);
    return state === null ? [] : [{ id, amount, state }];
  });

/** Sum of the refunds that have not failed. */
const refundedSum = (refunds: readonly PaymentRefund[]): number =>
  refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0);

/** A payment from what Stripe knows of it. */
export const toPayment = (
  intent: Stripe.PaymentIntent,
  refunds: readonly PaymentRefund[],
  disputes: readonly PaymentDispute[],
): Payment => ({
  id: intent.id,
  status: toStatus(intent.status),
  amount: intent.amount,
  amountReceived: intent.amount_received,
  amountRefunded: refundedSum(refunds),
  currency: intent.currency,
  refunds,
  disputes,
  accountId: accountOf(intent.metadata),
  metadata: intent.metadata,
  createdAt: toInstant(intent.created),
});
