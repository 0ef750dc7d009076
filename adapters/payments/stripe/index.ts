import Stripe from 'stripe';
import type {
  NewPayment,
  PageRequest,
  Payment,
  PaymentConfig,
  PaymentRefund,
  Payments,
  ProviderPage,
} from '../../../domain/ports/payments.ts';
import { isKeyInUse, isMissing, withMappedErrors } from './errors.ts';
import { EVENT_TYPES, toNotice } from './notice.ts';
import { ACCOUNT_METADATA_KEY, toDisputes, toPayment, toRefund } from './payment.ts';
import { parseStoredWebhook, verifyWebhook } from './webhook.ts';

const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;
/** Maximum wait for a concurrent call with the same idempotency key, in milliseconds. */
const KEY_IN_USE_TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;

const MAX_REFUNDS_OR_DISPUTES = 1000;

/** Address of the Stripe API or a compatible server. */
export interface StripeServer {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

interface StripePaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly config: PaymentConfig;
  /** API server. Default: Stripe. */
  readonly server?: StripeServer;
}

const createClient = ({ secretKey, server }: StripePaymentsOptions) =>
  new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...server,
  });

const getCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'string' ? null : charge;

const listRefunds = async (stripe: Stripe, charge: Stripe.Charge): Promise<PaymentRefund[]> => {
  const refunds = charge.refunds?.has_more
    ? await stripe.refunds
        .list({ charge: charge.id, limit: PAGE_SIZE })
        .autoPagingToArray({ limit: MAX_REFUNDS_OR_DISPUTES })
    : (charge.refunds?.data ?? []);
  return refunds.map(toRefund);
};

const listDisputes = async (stripe: Stripe, charge: Stripe.Charge) => {
  if (!charge.disputed) return [];
  const disputes = stripe.disputes.list({ charge: charge.id, limit: PAGE_SIZE });
  return toDisputes(await disputes.autoPagingToArray({ limit: MAX_REFUNDS_OR_DISPUTES }));
};

/** Loads the disputes of a payment. Its refunds are already included. */
const loadPayment = async (stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Payment> => {
  const charge = getCharge(intent);
  if (!charge) return toPayment(intent, [], []);
  const [refunds, disputes] = await Promise.all([listRefunds(stripe, charge), listDisputes(stripe, charge)]);
  return toPayment(intent, refunds, disputes);
};

/** Retries while another process makes the same call. Stripe's library already waits between attempts. */
const retryWhileKeyInUse = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  const deadline = Date.now() + KEY_IN_USE_TIMEOUT_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isKeyInUse(error) || Date.now() > deadline) throw error;
    }
  }
};

const startPayment = async (stripe: Stripe, { accountId, amount, idempotencyKey }: NewPayment) => {
  const intent = await stripe.paymentIntents.create(
    {
      amount,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      description: 'kindracoins',
      metadata: { [ACCOUNT_METADATA_KEY]: accountId, kindra_purchase: idempotencyKey },
    },
    { idempotencyKey: `kindra-purchase-${accountId}-${idempotencyKey}` },
  );
  return { id: intent.id, clientSecret: intent.client_secret ?? '' };
};

const PAYMENT_ID_PATTERN = /^pi_\w{1,250}$/;

const retrievePayment = async (stripe: Stripe, id: string): Promise<Payment | null> => {
  if (!PAYMENT_ID_PATTERN.test(id)) return null;
  try {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] });
    return await loadPayment(stripe, intent);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const toListParams = ({ since, after, limit = PAGE_SIZE }: PageRequest) => ({
  created: { gte: Math.floor(Date.parse(since) / 1000) },
  limit,
  ...(after && { starting_after: after }),
});

/** Loads payments sequentially, because each disputed payment needs an additional request. */
const loadPayments = async (stripe: Stripe, intents: readonly Stripe.PaymentIntent[]): Promise<Payment[]> => {
  const payments: Payment[] = [];
  for (const intent of intents) payments.push(await loadPayment(stripe, intent));
  return payments;
};

const toPage = <Item>(
  list: Stripe.ApiList<{ readonly id: string }>,
  items: readonly Item[],
): ProviderPage<Item> => ({ items, next: list.has_more ? (list.data.at(-1)?.id ?? null) : null });

const listPayments = async (stripe: Stripe, page: PageRequest) => {
  const intents = await stripe.paymentIntents.list({
    ...toListParams(page),
    expand: ['data.latest_charge.refunds'],
  });
  return toPage(intents, await loadPayments(stripe, intents.data));
};

const listPaymentNotices = async (stripe: Stripe, page: PageRequest) => {
  const events = await stripe.events.list({ ...toListParams(page), types: [...EVENT_TYPES] });
  return toPage(events, events.data.map(toNotice));
};

/** Creates the payment port for Stripe or a compatible API. */
export const createStripePayments = (options: StripePaymentsOptions): Payments => {
  const stripe = createClient(options);
  return {
    config: options.config,
    start: (payment) => withMappedErrors(() => retryWhileKeyInUse(() => startPayment(stripe, payment))),
    retrieve: (id) => withMappedErrors(() => retrievePayment(stripe, id)),
    list: (page) => withMappedErrors(() => listPayments(stripe, page)),
    listNotices: (page) => withMappedErrors(() => listPaymentNotices(stripe, page)),
    verifyWebhook: (signature) => verifyWebhook(signature, options.webhookSecret),
    parseStoredWebhook,
  };
};
