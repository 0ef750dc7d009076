import { z } from 'zod';
import { type Call, call, ok } from './call.ts';
import { testCardOf } from './card-details.ts';
import { recordCharge, recordRefund } from './events.ts';
import { newId } from './ids.ts';
import { listCall } from './list.ts';
import { integer, metadata, text } from './params.ts';
import { presentRefund } from './present.ts';
import { invalid } from './problem.ts';
import { type ChargeRow, find, insert, type RefundRow, update } from './rows.ts';
import type { Work } from './work.ts';

const refundShape = z.strictObject({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
});

type RefundParams = z.infer<typeof refundShape>;

const chargeToRefund = async (work: Work, params: RefundParams): Promise<ChargeRow> => {
  if (params.charge) return find(work.client, 'charges', params.charge, { forUpdate: true, param: 'charge' });
  if (!params.payment_intent) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = await find(work.client, 'payment_intents', params.payment_intent, {
    param: 'payment_intent',
  });
  if (!intent.latest_charge) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return find(work.client, 'charges', intent.latest_charge, { forUpdate: true });
};

const amountToRefund = (charge: ChargeRow, asked: number | undefined): number => {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} was not paid.`, { code: 'charge_not_refundable' });
  }
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (asked !== undefined && asked > left) {
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${left}).`, {
      param: 'amount',
    });
  }
  return asked ?? left;
};

/** Initial state of a refund and, if delayed, its later state. */
const courseOf = (charge: ChargeRow, settleAfterMs: number): Partial<RefundRow> => {
  const later = new Date(Date.now() + settleAfterMs);
  switch (testCardOf(charge.card).refunds) {
    case 'succeed_later':
      return { status: 'pending', settles_at: later, settles_as: 'succeeded' };
    case 'fail_later':
      return { status: 'succeeded', settles_at: later, settles_as: 'failed' };
    default:
      return { status: 'succeeded' };
  }
};

const createRefund = async (work: Work, params: RefundParams): Promise<RefundRow> => {
  const charge = await chargeToRefund(work, params);
  const amount = amountToRefund(charge, params.amount);
  const refund = await insert(work.client, 'refunds', {
    id: newId('re'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    reason: params.reason ?? null,
    metadata: params.metadata,
    ...courseOf(charge, work.behaviour.settleAfterMs),
  });
  const refunded = await update(work.client, 'charges', charge.id, {
    amount_refunded: charge.amount_refunded + amount,
  });
  await recordRefund(work, 'refund.created', refund);
  await recordCharge(work, 'charge.refunded', refunded);
  return refund;
};

/** Completes a delayed refund. If it failed, returns its amount to the charge. */
const endRefund = async (
  work: Work,
  { id, amount, charge }: RefundRow,
  status: Exclude<RefundRow['status'], 'pending'>,
): Promise<RefundRow> => {
  const ended = await update(work.client, 'refunds', id, {
    status,
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
    settles_at: null,
    settles_as: null,
  });
  if (status !== 'succeeded') {
    const { amount_refunded: refunded } = await find(work.client, 'charges', charge, { forUpdate: true });
    await update(work.client, 'charges', charge, { amount_refunded: refunded - amount });
  }
  await recordRefund(work, 'refund.updated', ended);
  if (status === 'failed') await recordRefund(work, 'refund.failed', ended);
  return ended;
};

/** Completes a refund with the outcome of its card. */
export const settleRefund = async (work: Work, refund: RefundRow): Promise<void> => {
  await endRefund(work, refund, refund.settles_as === 'failed' ? 'failed' : 'succeeded');
};

const cancelRefund = async (work: Work, id: string): Promise<RefundRow> => {
  const refund = await find(work.client, 'refunds', id, { forUpdate: true });
  if (refund.status !== 'pending') throw invalid(`Refund ${id} cannot be canceled: it is ${refund.status}.`);
  return endRefund(work, refund, 'canceled');
};

/** Calls about refunds. */
export const refundCalls: readonly Call[] = [
  call({
    method: 'POST',
    path: '/v1/refunds',
    shape: refundShape,
    run: async (work, params) => ok(presentRefund(await createRefund(work, params))),
  }),
  listCall({
    table: 'refunds',
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(presentRefund),
  }),
  call({
    method: 'GET',
    path: '/v1/refunds/:id',
    shape: z.strictObject({}),
    run: async ({ client }, _, id) => ok(presentRefund(await find(client, 'refunds', id))),
  }),
  call({
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    shape: z.strictObject({}),
    run: async (work, _, id) => ok(presentRefund(await cancelRefund(work, id))),
  }),
];
