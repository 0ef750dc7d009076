import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { getTestCard } from './card-details.ts';
import { type Call, createOkResponse, defineCall } from './define-call.ts';
import { recordCharge, recordRefund } from './events.ts';
import { generateId } from './ids.ts';
import { defineReadCalls } from './list.ts';
import { integer, metadata, text } from './params.ts';
import { toRefundResponse } from './present.ts';
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

const findChargeToRefund = async (context: CallContext, params: RefundParams): Promise<ChargeRow> => {
  if (params.charge)
    return findRow(context.client, 'charges', params.charge, { forUpdate: true, param: 'charge' });
  if (!params.payment_intent) {
    throw createInvalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = await findRow(context.client, 'payment_intents', params.payment_intent, {
    param: 'payment_intent',
  });
  if (!intent.latest_charge) {
    throw createInvalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  }
  return findRow(context.client, 'charges', intent.latest_charge, { forUpdate: true });
};

const getRefundAmount = (charge: ChargeRow, requestedAmount: number | undefined): number => {
  const remainingAmount = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw createInvalidRequest(`Charge ${charge.id} was not paid.`, { code: 'charge_not_refundable' });
  }
  if (charge.disputed) {
    throw createInvalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (remainingAmount === 0) {
    throw createInvalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (requestedAmount !== undefined && requestedAmount > remainingAmount) {
    throw createInvalidRequest(
      `Refund amount (${requestedAmount}) is greater than unrefunded amount on charge (${remainingAmount}).`,
      { param: 'amount' },
    );
  }
  return requestedAmount ?? remainingAmount;
};

const planRefund = (charge: ChargeRow, settleAfterMs: number): Partial<RefundRow> => {
  const settlesAt = new Date(Date.now() + settleAfterMs);
  switch (getTestCard(charge.card).refunds) {
    case 'succeed_later':
      return { status: 'pending', settles_at: settlesAt, settles_as: 'succeeded' };
    case 'fail_later':
      return { status: 'succeeded', settles_at: settlesAt, settles_as: 'failed' };
    default:
      return { status: 'succeeded' };
  }
};

const createRefund = async (context: CallContext, params: RefundParams): Promise<RefundRow> => {
  const charge = await findChargeToRefund(context, params);
  const amount = getRefundAmount(charge, params.amount);
  const refund = await insertRow(context.client, 'refunds', {
    id: generateId('re'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    reason: params.reason ?? null,
    metadata: params.metadata,
    ...planRefund(charge, context.behaviour.settleAfterMs),
  });
  const refundedCharge = await updateRow(context.client, 'charges', charge.id, {
    amount_refunded: charge.amount_refunded + amount,
  });
  await recordRefund(context, 'refund.created', refund);
  await recordCharge(context, 'charge.refunded', refundedCharge);
  return refund;
};

/** Completes a delayed refund. If the refund failed, returns its amount to the charge. */
const completeRefund = async (
  context: CallContext,
  { id, amount, charge }: RefundRow,
  status: Exclude<RefundRow['status'], 'pending'>,
): Promise<RefundRow> => {
  const settledRefund = await updateRow(context.client, 'refunds', id, {
    status,
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
    settles_at: null,
    settles_as: null,
  });
  if (status !== 'succeeded') {
    const { amount_refunded: refundedAmount } = await findRow(context.client, 'charges', charge, {
      forUpdate: true,
    });
    await updateRow(context.client, 'charges', charge, { amount_refunded: refundedAmount - amount });
  }
  await recordRefund(context, 'refund.updated', settledRefund);
  if (status === 'failed') await recordRefund(context, 'refund.failed', settledRefund);
  return settledRefund;
};

/** Completes a refund with the outcome that its card specifies. */
export const settleRefund = async (context: CallContext, refund: RefundRow): Promise<void> => {
  await completeRefund(context, refund, refund.settles_as === 'failed' ? 'failed' : 'succeeded');
};

const cancelRefund = async (context: CallContext, id: string): Promise<RefundRow> => {
  const refund = await findRow(context.client, 'refunds', id, { forUpdate: true });
  if (refund.status !== 'pending')
    throw createInvalidRequest(`Refund ${id} cannot be canceled: it is ${refund.status}.`);
  return completeRefund(context, refund, 'canceled');
};

/** API calls for refunds. */
export const refundCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    path: '/v1/refunds',
    paramsSchema: refundSchema,
    run: async (context, params) => createOkResponse(toRefundResponse(await createRefund(context, params))),
  }),
  ...defineReadCalls('refunds', { charge: 'charge', payment_intent: 'payment_intent' }, toRefundResponse),
  defineCall({
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    paramsSchema: z.strictObject({}),
    run: async (context, _, id) => createOkResponse(toRefundResponse(await cancelRefund(context, id))),
  }),
];
