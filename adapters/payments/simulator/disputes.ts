import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { type Call, defineCall, ok } from './define-call.ts';
import { recordDispute } from './events.ts';
import { generateId } from './ids.ts';
import { defineListCall } from './list.ts';
import { boolean, integer, metadata, text } from './params.ts';
import { presentDispute } from './present.ts';
import { createInvalidRequest } from './problem.ts';
import { type ChargeRow, type DisputeRow, findRow, insertRow, updateRow } from './rows.ts';

/**
 * Opens a dispute, as a card holder's bank would: the money is withdrawn immediately.
 * @throws Problem when the charge cannot be disputed
 */
export const openDispute = async (
  work: CallContext,
  charge: ChargeRow,
  { reason = 'fraudulent', amount = charge.amount - charge.amount_refunded } = {},
): Promise<DisputeRow> => {
  if (charge.status !== 'succeeded' || charge.disputed || amount < 1 || amount > charge.amount) {
    throw createInvalidRequest(`Charge ${charge.id} cannot be disputed for ${amount}.`, { param: 'charge' });
  }
  await updateRow(work.client, 'charges', charge.id, { disputed: true });
  const dispute = await insertRow(work.client, 'disputes', {
    id: generateId('dp'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    status: 'needs_response',
    reason,
    metadata: {},
  });
  await recordDispute(work, 'charge.dispute.created', dispute);
  await recordDispute(work, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
};

const closeDispute = async (
  work: CallContext,
  { id }: DisputeRow,
  status: 'won' | 'lost',
): Promise<DisputeRow> => {
  const closed = await updateRow(work.client, 'disputes', id, { status });
  if (status === 'won') await recordDispute(work, 'charge.dispute.funds_reinstated', closed);
  await recordDispute(work, 'charge.dispute.closed', closed);
  return closed;
};

const findOpenDispute = async ({ client }: CallContext, id: string): Promise<DisputeRow> => {
  const dispute = await findRow(client, 'disputes', id, { forUpdate: true });
  if (dispute.status !== 'won' && dispute.status !== 'lost') return dispute;
  throw createInvalidRequest('This dispute is already closed.', { code: 'status_transition_invalid' });
};

/** Evidence that wins or loses a dispute in Stripe's test mode. */
const DECISIVE_EVIDENCE = new Map([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
] as const);

const isDecisive = (evidence: string): evidence is 'winning_evidence' | 'losing_evidence' =>
  DECISIVE_EVIDENCE.has(evidence as 'winning_evidence');

const submitEvidence = async (
  work: CallContext,
  dispute: DisputeRow,
  evidence: string,
): Promise<DisputeRow> => {
  const outcome = isDecisive(evidence) ? DECISIVE_EVIDENCE.get(evidence) : undefined;
  if (outcome) return closeDispute(work, dispute, outcome);
  const reviewed = await updateRow(work.client, 'disputes', dispute.id, { status: 'under_review' });
  await recordDispute(work, 'charge.dispute.updated', reviewed);
  return reviewed;
};

/** Calls about disputes. The last one exists only here, because there is no bank to open a dispute. */
export const disputeCalls: readonly Call[] = [
  defineListCall({
    table: 'disputes',
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
    present: async (_, rows) => rows.map(presentDispute),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/disputes/:id',
    shape: z.strictObject({}),
    run: async ({ client }, _, id) => ok(presentDispute(await findRow(client, 'disputes', id))),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/disputes/:id',
    shape: z.strictObject({
      evidence: z.strictObject({ uncategorized_text: text }).optional(),
      metadata: metadata.optional(),
      submit: boolean.default(true),
    }),
    run: async (work, { evidence, metadata: changed, submit }, id) => {
      const dispute = await findOpenDispute(work, id);
      const kept = changed ? await updateRow(work.client, 'disputes', id, { metadata: changed }) : dispute;
      if (!evidence || !submit) return ok(presentDispute(kept));
      return ok(presentDispute(await submitEvidence(work, kept, evidence.uncategorized_text)));
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    shape: z.strictObject({}),
    run: async (work, _, id) =>
      ok(presentDispute(await closeDispute(work, await findOpenDispute(work, id), 'lost'))),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/simulator/disputes',
    shape: z.strictObject({ charge: text, amount: integer.optional(), reason: text.optional() }),
    run: async (work, { charge: id, amount, reason }) => {
      const charge = await findRow(work.client, 'charges', id, { forUpdate: true, param: 'charge' });
      return ok(presentDispute(await openDispute(work, charge, { amount, reason })));
    },
  }),
];
