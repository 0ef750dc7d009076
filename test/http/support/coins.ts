import * as payments from '../../../contract/payments.ts';
import type { CrowdfundingCommand } from '../../../domain/crowdfunding/commands.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { sweepPayments } from '../../../workers/payments/sweep.ts';
import { createWebhookDrain } from '../../../workers/payments/webhooks.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** Card numbers for the payment simulator, by outcome. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  needsTime: '4000000000050007',
  challenged: '4000002500003155',
  disputed: '4000000000000259',
} as const;

/** Payment response fields that browsers read. */
export interface PaymentResponse {
  readonly status?: string;
  readonly next_action?: { readonly redirect_to_url: { readonly url: string } } | null;
  readonly error?: { readonly code?: string; readonly decline_code?: string };
}

/** Extracts the id of a payment from its client secret. */
export const getPaymentId = (secret: string): string => secret.split('_secret_')[0] as string;

/** Confirms a payment with a card, as the provider's client library does in a browser. */
export async function pay(
  api: TestApi,
  secret: string,
  cardNumber: string = CARDS.good,
): Promise<PaymentResponse> {
  const { publishableKey, apiBase } = api.foundation.payments.config;
  const card = {
    number: cardNumber,
    exp_month: '12',
    exp_year: String(new Date().getUTCFullYear() + 1),
    cvc: '123',
  };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const response = await fetch(`${api.url}${apiBase}/v1/payment_intents/${getPaymentId(secret)}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: secret,
      return_url: `${api.url}/wallet/payment/result`,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(fields),
    }),
  });
  return (await response.json()) as PaymentResponse;
}

/** Starts a purchase. Returns its client secret. */
export const startPurchase = (client: Client, token: string, amount = 500): Promise<string> =>
  client.ok(payments.createPaymentIntent, { token, body: { amount } });

/** Processes all webhooks that are due. */
export const processWebhooks = (api: TestApi): Promise<void> =>
  createWebhookDrain(api.foundation)(new AbortController().signal);

/** Credits all payments that the provider received in the last hour. */
export const sweep = (api: TestApi) =>
  sweepPayments(api.foundation, new Date(Date.now() - 3_600_000).toISOString());

const countWebhooks = async (api: TestApi, condition: string): Promise<number> => {
  const { rows } = await api.database.pool.query<{ count: string }>(
    `SELECT count(*) FROM private.webhooks WHERE ${condition}`,
  );
  return Number(rows[0]?.count);
};

/** Returns the number of stored webhooks, including processed ones. */
export const countStoredWebhooks = (api: TestApi): Promise<number> => countWebhooks(api, 'true');

/** Waits until the simulator has delivered all due webhooks and the API has processed them. */
export async function waitUntilSettled(api: TestApi): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await api.database.pool.query<{ count: string }>(
      `SELECT count(*) FROM simulator.deliveries WHERE state = 'waiting'`,
    );
    if (Number(rows[0]?.count) > 0) return false;
    await processWebhooks(api);
    return (await countWebhooks(api, 'body IS NOT NULL')) === 0;
  });
}

/** Buys coins and waits until they are in the wallet. */
export async function buyCoins(api: TestApi, client: Client, token: string, amount: number): Promise<void> {
  const secret = await startPurchase(client, token, amount);
  await pay(api, secret);
  const params = { paymentIntentId: getPaymentId(secret) };
  const { credited } = await client.ok(payments.getPayment, { token, params });
  if (!credited) throw new Error('the payment was not credited');
}

/** Creates the context of a command by an operator. */
export const createTestContext = ({ ids, clock }: TestApi['foundation']) => ({
  commandId: ids.next(),
  correlationId: ids.next(),
  actor: { kind: 'operator', id: 'tests' } as const,
  occurredAt: clock.now(),
});

async function executeAsOperator(api: TestApi, command: CrowdfundingCommand): Promise<void> {
  const { handler, progress } = api.foundation;
  const context = createTestContext(api.foundation);
  const result = await handler.handle(crowdfundingDecider, command.crowdfundingId, command, context);
  if (!result.accepted) throw new Error(result.rejection.message);
  await progress.waitFor(['crowdfundings', 'settlement', 'search'], result.position, WAIT_MS);
}

/** Creates a campaign that awaits approval. */
export async function createCrowdfunding(api: TestApi, creatorId: string): Promise<string> {
  const crowdfundingId = api.foundation.ids.next();
  await executeAsOperator(api, {
    type: 'CreateCrowdfunding',
    crowdfundingId,
    creatorId,
    title: 'A roof for the shelter',
    description: 'It rains in.',
    goalAmount: 10_000,
    durationDays: 7,
    imageHash: '0'.repeat(64),
  });
  return crowdfundingId;
}

/** Creates a campaign that accepts donations. */
export async function createActiveCrowdfunding(api: TestApi, creatorId: string): Promise<string> {
  const crowdfundingId = await createCrowdfunding(api, creatorId);
  const { clock, ids } = api.foundation;
  await executeAsOperator(api, {
    type: 'ApproveCrowdfunding',
    crowdfundingId,
    staffId: ids.next(),
    at: clock.now(),
  });
  return crowdfundingId;
}
