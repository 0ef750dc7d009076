import type Stripe from 'stripe';
import type { PaymentNotice, RefundNotice } from '../../../domain/ports/payments.ts';
import { accountOf, disputeState, idOf, toInstant } from './payment.ts';

/** Stripe's event types that affect coins. Configure the webhook endpoint at Stripe for these. */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event.Type[];

const head = (event: Stripe.Event) => ({
  id: event.id,
  type: event.type,
  createdAt: toInstant(event.created),
});

const aboutPayment = (intent: Stripe.PaymentIntent) => ({
  paymentId: intent.id,
  amount: intent.amount,
  currency: intent.currency,
  accountId: accountOf(intent.metadata),
});

const failureCode = ({ last_payment_error: error }: Stripe.PaymentIntent): string =>
  error?.decline_code ?? error?.code ?? 'unknown';

const DISPUTE_KINDS = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;

const disputeNotice = (event: Stripe.Event, dispute: Stripe.Dispute): PaymentNotice => {
  const state = disputeState(dispute.status);
  if (state === null) return { ...head(event), kind: 'other' };
  const { id: disputeId, amount } = dispute;
  return {
    ...head(event),
    kind: DISPUTE_KINDS[state],
    paymentId: idOf(dispute.payment_intent),
    disputeId,
    amount,
  };
};

const refundNotice = (
  event: Stripe.Event,
  kind: RefundNotice['kind'],
  refund: Stripe.Refund,
): RefundNotice => ({
  ...head(event),
  kind,
  paymentId: idOf(refund.payment_intent),
  refundId: refund.id,
  amount: refund.amount,
});

/** Maps a Stripe event to a notice. */
export const toNotice = (event: Stripe.Event): PaymentNotice => {
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const intent = event.data.object;
      return { ...head(event), kind: 'succeeded', ...aboutPayment(intent), amount: intent.amount_received };
    }
    case 'payment_intent.processing':
      return { ...head(event), kind: 'processing', ...aboutPayment(event.data.object) };
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      return { ...head(event), kind: 'failed', ...aboutPayment(intent), code: failureCode(intent) };
    }
    case 'payment_intent.canceled':
      return { ...head(event), kind: 'canceled', ...aboutPayment(event.data.object) };
    case 'charge.refunded': {
      const charge = event.data.object;
      const paymentId = idOf(charge.payment_intent);
      return { ...head(event), kind: 'refunded', paymentId, amountRefunded: charge.amount_refunded };
    }
    case 'refund.created':
    case 'refund.updated':
      return refundNotice(event, 'refund_changed', event.data.object);
    case 'refund.failed':
      return refundNotice(event, 'refund_failed', event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeNotice(event, event.data.object);
    default:
      return { ...head(event), kind: 'other' };
  }
};
