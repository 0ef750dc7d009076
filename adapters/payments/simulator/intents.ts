import { z } from 'zod';
import { type Answer, type Call, call, ok } from './call.ts';
import { cardShape, namedCard, readCard } from './card-details.ts';
import { recordIntent } from './events.ts';
import { presentIntents, presentOne } from './expand.ts';
import { newId, randomText } from './ids.ts';
import { listCall } from './list.ts';
import { boolean, expand, integer, metadata, text } from './params.ts';
import { attempt } from './paying.ts';
import { invalid, type Problem } from './problem.ts';
import { find, type IntentRow, insert, update } from './rows.ts';
import type { Work } from './work.ts';

/** Stripe's limits for euros, in cents. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** Maximum number of failed attempts per payment, against card testing. */
const MAX_ATTEMPTS = 50;

const returnUrl = z.url({ protocol: /^https?$/ }).max(2000);

const cardData = z.strictObject({
  type: z.literal('card'),
  card: cardShape,
  billing_details: z.record(z.string(), z.unknown()).optional(),
});

const payingShape = {
  payment_method: text.optional(),
  payment_method_data: cardData.optional(),
  return_url: returnUrl.optional(),
  use_stripe_sdk: boolean.optional(),
  expand,
};

const createShape = z.strictObject({
  amount: integer,
  currency: z.string().regex(/^[a-zA-Z]{3}$/),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  description: text.optional(),
  metadata: metadata.default({}),
  confirm: boolean.default(false),
  ...payingShape,
});

const confirmShape = z.strictObject({ client_secret: text.optional(), ...payingShape });

type PayingParams = Pick<
  z.infer<typeof confirmShape>,
  'payment_method' | 'payment_method_data' | 'return_url'
>;

const checkAmount = (amount: number): void => {
  if (amount < MIN_AMOUNT) {
    throw invalid('Amount must be at least €0.50 eur', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > MAX_AMOUNT) {
    throw invalid('Amount must be no more than €999,999.99', { code: 'amount_too_large', param: 'amount' });
  }
};

/** A browser without the secret of a payment may not learn that it exists. */
const checkSecret = ({ caller }: Work, intent: IntentRow, secret: string | undefined): void => {
  if (secret === undefined && caller === 'publishable') {
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalid(
      'The client_secret provided does not match any associated PaymentIntent on this account.',
      { code: 'resource_missing', param: 'client_secret' },
      404,
    );
  }
};

const wrongState = async (work: Work, intent: IntentRow, verb: string): Promise<Problem> =>
  invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: await presentOne(work, intent),
  });

/** Attaches the payment's card: a new one, or the existing one. */
const withCard = async (work: Work, intent: IntentRow, params: PayingParams): Promise<IntentRow> => {
  const now = new Date();
  const typed = params.payment_method_data?.card;
  const named = params.payment_method;
  const card = typed ? readCard(typed, now) : named ? namedCard(named, now) : intent.card;
  if (!card) return intent;
  return update(work.client, 'payment_intents', intent.id, {
    card,
    status: 'requires_confirmation',
    return_url: params.return_url ?? intent.return_url,
  });
};

const checkConfirmable = async (work: Work, intent: IntentRow): Promise<void> => {
  if (!intent.status.startsWith('requires_')) throw await wrongState(work, intent, 'confirm');
  if (intent.attempts >= MAX_ATTEMPTS) {
    throw invalid('There have been too many attempts to pay this PaymentIntent.', {
      code: 'payment_intent_rate_limit_exceeded',
    });
  }
};

const confirm = async (work: Work, intent: IntentRow, params: PayingParams): Promise<IntentRow> => {
  await checkConfirmable(work, intent);
  const ready = await withCard(work, intent, params);
  if (!ready.card) {
    throw invalid(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. ' +
        'To confirm the PaymentIntent, specify a payment method attached to it or pass payment_method_data.',
      { code: 'payment_intent_unexpected_state', payment_intent: await presentOne(work, intent) },
    );
  }
  const counted = await update(work.client, 'payment_intents', intent.id, { attempts: intent.attempts + 1 });
  return attempt(work, counted);
};

/** Response to a confirmation. A declined card is an error whose cause is stored. */
const confirmed = async (work: Work, intent: IntentRow, expanded?: readonly string[]): Promise<Answer> => {
  const shown = await presentOne(work, intent, expanded);
  const error = intent.last_payment_error;
  return error ? { status: 402, body: { error: { ...error, payment_intent: shown } } } : ok(shown);
};

const create = async (work: Work, params: z.infer<typeof createShape>): Promise<Answer> => {
  checkAmount(params.amount);
  const id = newId('pi');
  const emptyIntent = await insert(work.client, 'payment_intents', {
    id,
    client_secret: `${id}_secret_${randomText(25)}`,
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    status: 'requires_payment_method',
    description: params.description ?? null,
    metadata: params.metadata,
  });
  const intent = await withCard(work, emptyIntent, params);
  await recordIntent(work, 'payment_intent.created', intent);
  if (params.confirm) return confirmed(work, await confirm(work, intent, params), params.expand);
  return ok(await presentOne(work, intent, params.expand));
};

const cancel = async (work: Work, intent: IntentRow, reason: string | undefined): Promise<IntentRow> => {
  if (!intent.status.startsWith('requires_')) throw await wrongState(work, intent, 'cancel');
  const canceled = await update(work.client, 'payment_intents', intent.id, {
    status: 'canceled',
    canceled_at: new Date(),
    cancellation_reason: reason ?? null,
  });
  await recordIntent(work, 'payment_intent.canceled', canceled);
  return canceled;
};

const lock = ({ client }: Work, id: string) => find(client, 'payment_intents', id, { forUpdate: true });

/** Calls about payments. */
export const intentCalls: readonly Call[] = [
  call({ method: 'POST', path: '/v1/payment_intents', shape: createShape, run: create }),
  listCall({
    table: 'payment_intents',
    filters: {},
    present: (work, rows, paths) =>
      presentIntents(
        work,
        rows,
        paths.map((path) => path.replace(/^data\./, '')),
      ),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browsers: true,
    shape: z.strictObject({ client_secret: text.optional(), expand }),
    run: async (work, params, id) => {
      const intent = await find(work.client, 'payment_intents', id);
      checkSecret(work, intent, params.client_secret);
      return ok(await presentOne(work, intent, params.expand));
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browsers: true,
    shape: confirmShape,
    run: async (work, params, id) => {
      const intent = await lock(work, id);
      checkSecret(work, intent, params.client_secret);
      return confirmed(work, await confirm(work, intent, params), params.expand);
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    shape: z.strictObject({
      cancellation_reason: z
        .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
        .optional(),
      expand,
    }),
    run: async (work, params, id) => {
      const canceled = await cancel(work, await lock(work, id), params.cancellation_reason);
      return ok(await presentOne(work, canceled, params.expand));
    },
  }),
];
