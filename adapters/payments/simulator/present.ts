import type Stripe from 'stripe';
import type { SimulatorBehaviour } from './call-context.ts';
import type { StoredCard } from './card-details.ts';
import type { ChargeRow, DisputeRow, IntentRow, RefundRow } from './rows.ts';

/** Converts a time to whole Unix seconds, as in the responses of Stripe. */
export const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

const toSecondsOrNull = (time: Date | null): number | null => (time === null ? null : toSeconds(time));

const toNextAction = ({ status, challenge, return_url }: IntentRow, { browserUrl }: SimulatorBehaviour) =>
  status === 'requires_action'
    ? {
        type: 'redirect_to_url' as const,
        redirect_to_url: { url: `${browserUrl()}/challenges/${challenge}`, return_url },
      }
    : null;

/** Returns the payment fields that browsers are allowed to read. */
const toPublicFields = (intent: IntentRow, behaviour: SimulatorBehaviour) => ({
  id: intent.id,
  object: 'payment_intent' as const,
  amount: intent.amount,
  automatic_payment_methods: null,
  canceled_at: toSecondsOrNull(intent.canceled_at),
  cancellation_reason: intent.cancellation_reason as Stripe.PaymentIntent.CancellationReason | null,
  capture_method: 'automatic_async' as const,
  client_secret: intent.client_secret,
  confirmation_method: 'automatic' as const,
  created: toSeconds(intent.created),
  currency: intent.currency,
  description: intent.description,
  last_payment_error: intent.last_payment_error,
  livemode: false,
  next_action: toNextAction(intent, behaviour),
  payment_method: intent.card?.paymentMethod ?? null,
  payment_method_types: ['card'],
  processing: intent.status === 'processing' ? { type: 'card' as const } : null,
  receipt_email: null,
  setup_future_usage: null,
  shipping: null,
  status: intent.status,
});

/** Returns the API response for a payment. Servers get all fields, browsers only the public ones. */
export const toIntentResponse = (
  intent: IntentRow,
  behaviour: SimulatorBehaviour,
  hasAllFields: boolean,
) => ({
  ...toPublicFields(intent, behaviour),
  ...(hasAllFields && {
    allowed_payment_method_types: ['card' as const],
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    customer: null,
    latest_charge: intent.latest_charge,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method_options: {},
    statement_descriptor: null,
    transfer_group: null,
  }),
});

const toCardResponse = ({ brand, last4, expMonth, expYear }: StoredCard) => ({
  type: 'card',
  card: { brand, last4, exp_month: expMonth, exp_year: expYear, funding: 'credit', country: 'US' },
});

/** Maps a row to Stripe's charge object, with references instead of expanded objects. */
export const toChargeResponse = (charge: ChargeRow) => ({
  id: charge.id,
  object: 'charge' as const,
  amount: charge.amount,
  amount_captured: charge.status === 'succeeded' ? charge.amount : 0,
  amount_refunded: charge.amount_refunded,
  captured: charge.status === 'succeeded',
  created: toSeconds(charge.created),
  currency: charge.currency,
  customer: null,
  disputed: charge.disputed,
  failure_code: charge.failure_code,
  failure_message: charge.failure_message,
  livemode: false,
  metadata: charge.metadata,
  paid: charge.status !== 'failed',
  payment_intent: charge.payment_intent,
  payment_method: charge.card.paymentMethod,
  payment_method_details: toCardResponse(charge.card),
  refunded: charge.amount_refunded === charge.amount,
  status: charge.status,
});

/** Maps a row to Stripe's refund object. `failure_reason` is left out unless the refund has failed. */
export const toRefundResponse = (refund: RefundRow) => ({
  id: refund.id,
  object: 'refund' as const,
  amount: refund.amount,
  charge: refund.charge,
  created: toSeconds(refund.created),
  currency: refund.currency,
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  reason: refund.reason,
  status: refund.status,
  ...(refund.failure_reason && { failure_reason: refund.failure_reason }),
});

/** Maps a row to Stripe's dispute object. The evidence is always empty. */
export const toDisputeResponse = (dispute: DisputeRow) => ({
  id: dispute.id,
  object: 'dispute' as const,
  amount: dispute.amount,
  balance_transactions: [],
  charge: dispute.charge,
  created: toSeconds(dispute.created),
  currency: dispute.currency,
  evidence: {},
  is_charge_refundable: false,
  livemode: false,
  metadata: dispute.metadata,
  payment_intent: dispute.payment_intent,
  reason: dispute.reason,
  status: dispute.status,
});
