import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { type Call, createOkResponse, defineCall } from './define-call.ts';
import { recordDispute } from './events.ts';
import { generateId } from './ids.ts';
import { defineReadCalls } from './list.ts';
import { boolean, integer, metadata, text } from './params.ts';
import { toDisputeResponse } from './present.ts';
import { createInvalidRequest } from './problem.ts';
import { type ChargeRow, type DisputeRow, findRow, insertRow, updateRow } from './rows.ts';

/**
 * Opens a dispute, as a card holder's bank would. The money is withdrawn immediately.
 * @throws Problem when the charge cannot be disputed
 */
export const openDispute = async (
  context: CallContext,
  charge: ChargeRow,
  { reason = 'fraudulent', amount = charge.amount - charge.amount_refunded } = {},
): Promise<DisputeRow> => {
  if (charge.status !== 'succeeded' || charge.disputed || amount < 1 || amount > charge.amount) {
    throw createInvalidRequest(`Charge ${charge.id} cannot be disputed for ${amount}.`, { param: 'charge' });
  }
  await updateRow(context.client, 'charges', charge.id, { disputed: true });
  const dispute = await insertRow(context.client, 'disputes', {
    id: generateId('dp'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    status: 'needs_response',
    reason,
    metadata: {},
  });
  await recordDispute(context, 'charge.dispute.created', dispute);
  await recordDispute(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
};

const closeDispute = async (
  context: CallContext,
  { id }: DisputeRow,
  status: 'won' | 'lost',
): Promise<DisputeRow> => {
  const closedDispute = await updateRow(context.client, 'disputes', id, { status });
  if (status === 'won') await recordDispute(context, 'charge.dispute.funds_reinstated', closedDispute);
  await recordDispute(context, 'charge.dispute.closed', closedDispute);
  return closedDispute;
};

const findOpenDispute = async ({ client }: CallContext, id: string): Promise<DisputeRow> => {
  const dispute = await findRow(client, 'disputes', id, { forUpdate: true });
  if (dispute.status !== 'won' && dispute.status !== 'lost') return dispute;
  throw createInvalidRequest('This dispute is already closed.', { code: 'status_transition_invalid' });
};

/** Evidence texts that win or lose a dispute in Stripe's test mode. */
const DECISIVE_EVIDENCE = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
]);

const submitEvidence = async (
  context: CallContext,
  dispute: DisputeRow,
  evidence: string,
): Promise<DisputeRow> => {
  const outcome = DECISIVE_EVIDENCE.get(evidence);
  if (outcome) return closeDispute(context, dispute, outcome);
  const reviewedDispute = await updateRow(context.client, 'disputes', dispute.id, { status: 'under_review' });
  await recordDispute(context, 'charge.dispute.updated', reviewedDispute);
  return reviewedDispute;
};

/** API calls for disputes. The last one does not exist at Stripe: it opens a dispute, as a bank would. */
export const disputeCalls: readonly Call[] = [
  ...defineReadCalls('disputes', { charge: 'charge', payment_intent: 'payment_intent' }, toDisputeResponse),
  defineCall({
    method: 'POST',
    path: '/v1/disputes/:id',
    paramsSchema: z.strictObject({
      evidence: z.strictObject({ uncategorized_text: text }).optional(),
      metadata: metadata.optional(),
      submit: boolean.default(true),
    }),
    run: async (context, { evidence, metadata: newMetadata, submit }, id) => {
      const dispute = await findOpenDispute(context, id);
      const updatedDispute = newMetadata
        ? await updateRow(context.client, 'disputes', id, { metadata: newMetadata })
        : dispute;
      if (!evidence || !submit) return createOkResponse(toDisputeResponse(updatedDispute));
      return createOkResponse(
        toDisputeResponse(await submitEvidence(context, updatedDispute, evidence.uncategorized_text)),
      );
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    paramsSchema: z.strictObject({}),
    run: async (context, _, id) =>
      createOkResponse(
        toDisputeResponse(await closeDispute(context, await findOpenDispute(context, id), 'lost')),
      ),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/simulator/disputes',
    paramsSchema: z.strictObject({ charge: text, amount: integer.optional(), reason: text.optional() }),
    run: async (context, { charge: id, amount, reason }) => {
      const charge = await findRow(context.client, 'charges', id, { forUpdate: true, param: 'charge' });
      return createOkResponse(toDisputeResponse(await openDispute(context, charge, { amount, reason })));
    },
  }),
];
