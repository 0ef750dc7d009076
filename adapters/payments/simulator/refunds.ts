import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { getTestCard } from './card-details.ts';
import { type Call, defineCall, ok } from './define-call.ts';
import { recordCharge, recordRefund } from './events.ts';
import { generateId } from './ids.ts';
import { defineListCall } from './list.ts';
import { integer, metadata, text } from './params.ts';
import { presentRefund } from './present.ts';
import { createInvalidRequest } from './problem.ts';
import { type ChargeRow, findRow, insertRow, type RefundRow, updateRow } from './rows.ts';

const refundSchema = z.strictObject({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
});

type RefundParams = z.infer<typeof refundSchema>;

const findChargeToRefund = async (work: CallContext, params: RefundParams): Promise<ChargeRow> => {
  if (params.charge)
    return findRow(work.client, 'charges', params.charge, { forUpdate: true, param: 'charge' });
  if (!params.payment_intent) {
    throw createInvalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = await findRow(work.client, 'payment_intents', params.payment_intent, {
    param: 'payment_intent',
  });
  if (!intent.latest_charge) {
    throw createInvalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: 'payment_intent',
      },
    );
  }
  return findRow(work.client, 'charges', intent.latest_charge, { forUpdate: true });
};

const getRefundAmount = (charge: ChargeRow, requestedAmount: number | undefined): number => {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw createInvalidRequest(`Charge ${charge.id} was not paid.`, { code: 'charge_not_refundable' });
  }
  if (charge.disputed) {
    throw createInvalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw createInvalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (requestedAmount !== undefined && requestedAmount > left) {
    throw createInvalidRequest(
      `Refund amount (${requestedAmount}) is greater than unrefunded amount on charge (${left}).`,
      {
        param: 'amount',
      },
    );
  }
  return requestedAmount ?? left;
};

/** Initial state of a refund and, if delayed, its later state. */
const planRefund = (charge: ChargeRow, settleAfterMs: number): Partial<RefundRow> => {
  const later = new Date(Date.now() + settleAfterMs);
  switch (getTestCard(charge.card).refunds) {
    case 'succeed_later':
      return { status: 'pending', settles_at: later, settles_as: 'succeeded' };
    case 'fail_later':
      return { status: 'succeeded', settles_at: later, settles_as: 'failed' };
    default:
      return { status: 'succeeded' };
  }
};

const createRefund = async (work: CallContext, params: RefundParams): Promise<RefundRow> => {
  const charge = await findChargeToRefund(work, params);
  const amount = getRefundAmount(charge, params.amount);
  const refund = await insertRow(work.client, 'refunds', {
    id: generateId('re'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    reason: params.reason ?? null,
    metadata: params.metadata,
    ...planRefund(charge, work.behaviour.settleAfterMs),
  });
  const refunded = await updateRow(work.client, 'charges', charge.id, {
    amount_refunded: charge.amount_refunded + amount,
  });
  await recordRefund(work, 'refund.created', refund);
  await recordCharge(work, 'charge.refunded', refunded);
  return refund;
};

/** Completes a delayed refund. If it failed, returns its amount to the charge. */
const completeRefund = async (
  work: CallContext,
  { id, amount, charge }: RefundRow,
  status: Exclude<RefundRow['status'], 'pending'>,
): Promise<RefundRow> => {
  const ended = await updateRow(work.client, 'refunds', id, {
    status,
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
    settles_at: null,
    settles_as: null,
  });
  if (status !== 'succeeded') {
    const { amount_refunded: refunded } = await findRow(work.client, 'charges', charge, { forUpdate: true });
    await updateRow(work.client, 'charges', charge, { amount_refunded: refunded - amount });
  }
  await recordRefund(work, 'refund.updated', ended);
  if (status === 'failed') await recordRefund(work, 'refund.failed', ended);
  return ended;
};

/** Completes a refund with the outcome of its card. */
export const settleRefund = async (work: CallContext, refund: RefundRow): Promise<void> => {
  await completeRefund(work, refund, refund.settles_as === 'failed' ? 'failed' : 'succeeded');
};

const cancelRefund = async (work: CallContext, id: string): Promise<RefundRow> => {
  const refund = await findRow(work.client, 'refunds', id, { forUpdate: true });
  if (refund.status !== 'pending')
    throw createInvalidRequest(`Refund ${id} cannot be canceled: it is ${refund.status}.`);
  return completeRefund(work, refund, 'canceled');
};

/** Calls about refunds. */
export const refundCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    path: '/v1/refunds',
    shape: refundSchema,
    run: async (work, params) => ok(presentRefund(await createRefund(work, params))),
  }),
  defineListCall({
    table: 'refunds',
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(presentRefund),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/refunds/:id',
    shape: z.strictObject({}),
    run: async ({ client }, _, id) => ok(presentRefund(await findRow(client, 'refunds', id))),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    shape: z.strictObject({}),
    run: async (work, _, id) => ok(presentRefund(await cancelRefund(work, id))),
  }),
];
