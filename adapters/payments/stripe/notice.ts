import type Stripe from 'stripe';
import type { PaymentNotice, RefundNotice } from '../../../domain/ports/payments.ts';
import { getAccountId, getId, toDisputeState, toInstant } from './payment.ts';

/** Stripe event types that affect coins. The webhook endpoint at Stripe must receive them. */
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

const toCommonNoticeFields = (event: Stripe.Event) => ({
  id: event.id,
  type: event.type,
  createdAt: toInstant(event.created),
});

const toPaymentFields = (intent: Stripe.PaymentIntent) => ({
  paymentId: intent.id,
  amount: intent.amount,
  currency: intent.currency,
  accountId: getAccountId(intent.metadata),
});

const getFailureCode = ({ last_payment_error: error }: Stripe.PaymentIntent): string =>
  error?.decline_code ?? error?.code ?? 'unknown';

const DISPUTE_KINDS = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;

const toDisputeNotice = (event: Stripe.Event, dispute: Stripe.Dispute): PaymentNotice => {
  const state = toDisputeState(dispute.status);
  if (state === null) return { ...toCommonNoticeFields(event), kind: 'other' };
  const { id: disputeId, amount } = dispute;
  return {
    ...toCommonNoticeFields(event),
    kind: DISPUTE_KINDS[state],
    paymentId: getId(dispute.payment_intent),
    disputeId,
    amount,
  };
};

const toRefundNotice = (
  event: Stripe.Event,
  kind: RefundNotice['kind'],
  refund: Stripe.Refund,
): RefundNotice => ({
  ...toCommonNoticeFields(event),
  kind,
  paymentId: getId(refund.payment_intent),
  refundId: refund.id,
  amount: refund.amount,
});

/** Maps a Stripe event to a payment notice. */
export const toNotice = (event: Stripe.Event): PaymentNotice => {
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const intent = event.data.object;
      return {
        ...toCommonNoticeFields(event),
        kind: 'succeeded',
        ...toPaymentFields(intent),
        amount: intent.amount_received,
      };
    }
    case 'payment_intent.processing':
      return { ...toCommonNoticeFields(event), kind: 'processing', ...toPaymentFields(event.data.object) };
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      return {
        ...toCommonNoticeFields(event),
        kind: 'failed',
        ...toPaymentFields(intent),
        code: getFailureCode(intent),
      };
    }
    case 'payment_intent.canceled':
      return { ...toCommonNoticeFields(event), kind: 'canceled', ...toPaymentFields(event.data.object) };
    case 'charge.refunded': {
      const charge = event.data.object;
      const paymentId = getId(charge.payment_intent);
      return {
        ...toCommonNoticeFields(event),
        kind: 'refunded',
        paymentId,
        amountRefunded: charge.amount_refunded,
      };
    }
    case 'refund.created':
    case 'refund.updated':
      return toRefundNotice(event, 'refund_changed', event.data.object);
    case 'refund.failed':
      return toRefundNotice(event, 'refund_failed', event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return toDisputeNotice(event, event.data.object);
    default:
      return { ...toCommonNoticeFields(event), kind: 'other' };
  }
};
