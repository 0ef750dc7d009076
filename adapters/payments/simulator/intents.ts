import { z } from 'zod';
import { attemptPayment } from './attempts.ts';
import type { CallContext } from './call-context.ts';
import { cardSchema, getNamedCard, parseCard, type StoredCard } from './card-details.ts';
import { type ApiResponse, type Call, createOkResponse, defineCall } from './define-call.ts';
import { recordIntent } from './events.ts';
import { expandIntent, expandIntents } from './expand.ts';
import { generateId, generateRandomText } from './ids.ts';
import { defineListCall } from './list.ts';
import { boolean, expand, integer, metadata, text } from './params.ts';
import { createInvalidRequest, type Problem } from './problem.ts';
import { findRow, type IntentRow, insertRow, updateRow } from './rows.ts';

/** Stripe's limits for amounts in euros, in cents. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** Maximum number of failed attempts per payment. It prevents card testing. */
const MAX_ATTEMPTS = 50;

const returnUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);

const cardDataSchema = z.strictObject({
  type: z.literal('card'),
  card: cardSchema,
  billing_details: z.record(z.string(), z.unknown()).optional(),
});

const paymentMethodShape = {
  payment_method: text.optional(),
  payment_method_data: cardDataSchema.optional(),
  return_url: returnUrlSchema.optional(),
  use_stripe_sdk: boolean.optional(),
  expand,
};

const creationSchema = z.strictObject({
  amount: integer,
  currency: z.string().regex(/^[a-zA-Z]{3}$/),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  description: text.optional(),
  metadata: metadata.default({}),
  confirm: boolean.default(false),
  ...paymentMethodShape,
});

const confirmSchema = z.strictObject({ client_secret: text.optional(), ...paymentMethodShape });

type PaymentMethodParams = Pick<
  z.infer<typeof confirmSchema>,
  'payment_method' | 'payment_method_data' | 'return_url'
>;

const checkAmount = (amount: number): void => {
  if (amount < MIN_AMOUNT) {
    throw createInvalidRequest('Amount must be at least €0.50 eur', {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > MAX_AMOUNT) {
    throw createInvalidRequest('Amount must be no more than €999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
};

/** Requires that browsers send the payment secret. A wrong secret is reported like a missing payment. */
const checkSecret = ({ caller }: CallContext, intent: IntentRow, secret: string | undefined): void => {
  if (secret === undefined && caller === 'publishable') {
    throw createInvalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (secret !== undefined && secret !== intent.client_secret) {
    throw createInvalidRequest(
      'The client_secret provided does not match any associated PaymentIntent on this account.',
      { code: 'resource_missing', param: 'client_secret' },
      404,
    );
  }
};

const createStateError = async (context: CallContext, intent: IntentRow, message: string): Promise<Problem> =>
  createInvalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: await expandIntent(context, intent),
  });

/** Requires that the payment is not completed, canceled or in process. */
const checkOpen = async (context: CallContext, intent: IntentRow, verb: string): Promise<void> => {
  if (intent.status.startsWith('requires_')) return;
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  throw await createStateError(context, intent, message);
};

const resolveCard = (params: PaymentMethodParams): StoredCard | undefined => {
  if (params.payment_method_data) return parseCard(params.payment_method_data.card, new Date());
  return params.payment_method ? getNamedCard(params.payment_method, new Date()) : undefined;
};

/** Attaches a new card to the payment, or keeps the existing card if there is no new one. */
const attachCard = async (
  context: CallContext,
  intent: IntentRow,
  params: PaymentMethodParams,
): Promise<IntentRow> => {
  const card = resolveCard(params) ?? intent.card;
  if (!card) return intent;
  return updateRow(context.client, 'payment_intents', intent.id, {
    card,
    status: 'requires_confirmation',
    return_url: params.return_url ?? intent.return_url,
  });
};

const CARD_MISSING =
  'You cannot confirm this PaymentIntent because it’s missing a payment method. ' +
  'To confirm the PaymentIntent, specify a payment method attached to it or pass payment_method_data.';

const confirmIntent = async (
  context: CallContext,
  intent: IntentRow,
  params: PaymentMethodParams,
): Promise<IntentRow> => {
  await checkOpen(context, intent, 'confirm');
  if (intent.attempts >= MAX_ATTEMPTS) {
    throw createInvalidRequest('There have been too many attempts to pay this PaymentIntent.', {
      code: 'payment_intent_rate_limit_exceeded',
    });
  }
  const intentWithCard = await attachCard(context, intent, params);
  if (!intentWithCard.card) throw await createStateError(context, intent, CARD_MISSING);
  const updatedIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    attempts: intent.attempts + 1,
  });
  return attemptPayment(context, updatedIntent);
};

/** Returns the response to a confirmation. For a declined card, this is an error response, which is also stored. */
const toConfirmResponse = async (
  context: CallContext,
  intent: IntentRow,
  expandPaths?: readonly string[],
): Promise<ApiResponse> => {
  const presentedIntent = await expandIntent(context, intent, expandPaths);
  const error = intent.last_payment_error;
  return error
    ? { status: 402, body: { error: { ...error, payment_intent: presentedIntent } } }
    : createOkResponse(presentedIntent);
};

const createIntent = async (
  context: CallContext,
  params: z.infer<typeof creationSchema>,
): Promise<ApiResponse> => {
  checkAmount(params.amount);
  const id = generateId('pi');
  const emptyIntent = await insertRow(context.client, 'payment_intents', {
    id,
    client_secret: `${id}_secret_${generateRandomText(25)}`,
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    status: 'requires_payment_method',
    description: params.description ?? null,
    metadata: params.metadata,
  });
  const intent = await attachCard(context, emptyIntent, params);
  await recordIntent(context, 'payment_intent.created', intent);
  if (params.confirm)
    return toConfirmResponse(context, await confirmIntent(context, intent, params), params.expand);
  return createOkResponse(await expandIntent(context, intent, params.expand));
};

const cancelIntent = async (
  context: CallContext,
  intent: IntentRow,
  reason: string | undefined,
): Promise<IntentRow> => {
  await checkOpen(context, intent, 'cancel');
  const canceledIntent = await updateRow(context.client, 'payment_intents', intent.id, {
    status: 'canceled',
    canceled_at: new Date(),
    cancellation_reason: reason ?? null,
  });
  await recordIntent(context, 'payment_intent.canceled', canceledIntent);
  return canceledIntent;
};

const lockIntent = ({ client }: CallContext, id: string) =>
  findRow(client, 'payment_intents', id, { forUpdate: true });

/** API calls for payments. */
export const intentCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    path: '/v1/payment_intents',
    paramsSchema: creationSchema,
    run: createIntent,
  }),
  defineListCall({
    table: 'payment_intents',
    filters: {},
    present: (context, rows, paths) =>
      expandIntents(
        context,
        rows,
        paths.map((path) => path.replace(/^data\./, '')),
      ),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    isBrowserAllowed: true,
    paramsSchema: z.strictObject({ client_secret: text.optional(), expand }),
    run: async (context, params, id) => {
      const intent = await findRow(context.client, 'payment_intents', id);
      checkSecret(context, intent, params.client_secret);
      return createOkResponse(await expandIntent(context, intent, params.expand));
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    isBrowserAllowed: true,
    paramsSchema: confirmSchema,
    run: async (context, params, id) => {
      const intent = await lockIntent(context, id);
      checkSecret(context, intent, params.client_secret);
      return toConfirmResponse(context, await confirmIntent(context, intent, params), params.expand);
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    paramsSchema: z.strictObject({
      cancellation_reason: z
        .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
        .optional(),
      expand,
    }),
    run: async (context, params, id) => {
      const canceledIntent = await cancelIntent(
        context,
        await lockIntent(context, id),
        params.cancellation_reason,
      );
      return createOkResponse(await expandIntent(context, canceledIntent, params.expand));
    },
  }),
];
