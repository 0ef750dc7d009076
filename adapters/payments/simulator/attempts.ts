import type { CallContext } from './call-context.ts';
import { getTestCard } from './card-details.ts';
import { type Decline, GENERIC_DECLINE } from './cards.ts';
import { openDispute } from './disputes.ts';
import { recordCharge, recordIntent } from './events.ts';
import { generateId, generateRandomText } from './ids.ts';
import type { ProblemDetails } from './problem.ts';
import { type ChargeRow, findRow, type IntentRow, insertRow, updateRow } from './rows.ts';

const getCard = ({ id, card }: IntentRow) => {
  if (!card) throw new Error(`payment ${id} has no card`);
  return card;
};

/** Updates the pending charge of this attempt, or creates a charge if there is none. */
const settleCharge = async (
  { client }: CallContext,
  intent: IntentRow,
  values: Pick<ChargeRow, 'status'> & Partial<ChargeRow>,
): Promise<ChargeRow> => {
  if (intent.status === 'processing' && intent.latest_charge) {
    return updateRow(client, 'charges', intent.latest_charge, values);
  }
  return insertRow(client, 'charges', {
    id: generateId('ch'),
    payment_intent: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    card: getCard(intent),
    ...values,
  });
};

const completePayment = async (context: CallContext, intent: IntentRow) => {
  const charge = await settleCharge(context, intent, { status: 'succeeded' });
  const paidIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'succeeded',
    latest_charge: charge.id,
    last_payment_error: null,
    settles_at: null,
  });
  await recordCharge(context, 'charge.succeeded', charge);
  await recordIntent(context, 'payment_intent.succeeded', paidIntent);
  return { paid: paidIntent, charge };
};

const toCardError = ({ code, declineCode, message }: Decline, charge: string): ProblemDetails => ({
  type: 'card_error',
  code,
  ...(declineCode && { decline_code: declineCode }),
  message,
  charge,
});

const declinePayment = async (
  context: CallContext,
  intent: IntentRow,
  reason: Decline,
): Promise<IntentRow> => {
  const charge = await settleCharge(context, intent, {
    status: 'failed',
    failure_code: reason.code,
    failure_message: reason.message,
  });
  const declinedIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: toCardError(reason, charge.id),
    settles_at: null,
    card: null,
  });
  await recordCharge(context, 'charge.failed', charge);
  await recordIntent(context, 'payment_intent.payment_failed', declinedIntent);
  return declinedIntent;
};

const startProcessing = async (context: CallContext, intent: IntentRow): Promise<IntentRow> => {
  const charge = await settleCharge(context, intent, { status: 'pending' });
  const processingIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'processing',
    latest_charge: charge.id,
    last_payment_error: null,
    settles_at: new Date(Date.now() + context.behaviour.settleAfterMs),
  });
  await recordCharge(context, 'charge.pending', charge);
  await recordIntent(context, 'payment_intent.processing', processingIntent);
  return processingIntent;
};

/** Charges the card of a payment. If authentication is required, it has already succeeded. */
const chargeCard = async (context: CallContext, intent: IntentRow): Promise<IntentRow> => {
  const { outcome } = getTestCard(getCard(intent));
  switch (outcome.kind) {
    case 'succeeds':
      return (await completePayment(context, intent)).paid;
    case 'disputed': {
      const { paid: paidIntent, charge: paidCharge } = await completePayment(context, intent);
      await openDispute(context, paidCharge, { reason: outcome.reason });
      return paidIntent;
    }
    case 'processes':
      return startProcessing(context, intent);
    case 'declines':
      return declinePayment(context, intent, outcome);
  }
};

const CHALLENGE_LENGTH = 40;

const startChallenge = async (context: CallContext, intent: IntentRow): Promise<IntentRow> => {
  const challengedIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'requires_action',
    last_payment_error: null,
    challenge: generateRandomText(CHALLENGE_LENGTH),
  });
  await recordIntent(context, 'payment_intent.requires_action', challengedIntent);
  return challengedIntent;
};

/** Attempts to pay with the payment's card. Stores the error of a declined card in `last_payment_error`. */
export const attemptPayment = async (context: CallContext, intent: IntentRow): Promise<IntentRow> =>
  getTestCard(getCard(intent)).challenge ? startChallenge(context, intent) : chargeCard(context, intent);

const NOT_AUTHENTICATED: ProblemDetails = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. ' +
    'You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
};

/** Completes the 3-D Secure challenge of a payment. Does not change completed payments. */
export const applyChallengeResult = async (
  context: CallContext,
  intent: IntentRow,
  isAuthenticated: boolean,
): Promise<IntentRow> => {
  if (intent.status !== 'requires_action') return intent;
  if (isAuthenticated) return chargeCard(context, intent);
  const failedIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'requires_payment_method',
    last_payment_error: NOT_AUTHENTICATED,
    card: null,
  });
  await recordIntent(context, 'payment_intent.payment_failed', failedIntent);
  return failedIntent;
};

/** Completes a payment whose processing was delayed. */
export const settlePayment = async (context: CallContext, id: string): Promise<void> => {
  const intent = await findRow(context.client, 'payment_intents', id, { forUpdate: true });
  if (intent.status !== 'processing') return;
  const { outcome } = getTestCard(getCard(intent));
  const isDeclined = outcome.kind === 'processes' && outcome.end === 'declines';
  await (isDeclined ? declinePayment(context, intent, GENERIC_DECLINE) : completePayment(context, intent));
};
