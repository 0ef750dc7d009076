import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import * as crowdfundings from '../../../contract/crowdfunding.ts';
import * as payments from '../../../contract/payments.ts';
import { CARDS, getPaymentId } from '../../http/support/coins.ts';
import { buildPath } from '../../support/address.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
const RETRY_MS = 100;
const RETRY_TIMEOUT_MS = 90_000;

/** A request for which the customer has received a response. */
export interface CompletedRequest {
  readonly accountId: string;
  /** Amount of the request. It is unique per donor and therefore identifies the donation. */
  readonly amount: number;
  readonly isAccepted: boolean;
}
export type CompletedDonation = CompletedRequest & { readonly crowdfundingId: string };
export type CompletedPurchase = CompletedRequest & {
  readonly paymentId: string;
  /** Donation planned with the purchase. Null if there is none or the API refused to plan it. */
  readonly donation: CompletedDonation | null;
};

type PlannedDonation = Pick<CompletedDonation, 'crowdfundingId' | 'amount'>;

/** An account and the token of its session. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: unknown;
}

/** Sends a request repeatedly until it gets a response. `send` must always use the same idempotency key. */
async function retryUntilResponse(send: () => Promise<Response>): Promise<{ status: number; text: string }> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const response = await send().catch(() => null);
    const text = await response?.text().catch(() => null);
    const status = response?.status ?? 0;
    if (typeof text === 'string' && status > 0 && status < 500 && status !== 429) return { status, text };
    if (Date.now() > deadline)
      throw new Error(`nobody answered within ${RETRY_TIMEOUT_MS} ms: ${status} ${text}`);
    await delay(RETRY_MS);
  }
}

/** Creates an API client that repeats every request with the same idempotency key until it gets a response. */
export function createCustomer(url: string, { id: accountId, token }: Person) {
  const sendCall = (call: Call, { params, query, body }: CallInput = {}) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': randomUUID(),
      'User-Agent': 'kindra-tests/1.0',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    return retryUntilResponse(() =>
      fetch(url + buildPath(call, params, query), {
        method: call.method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      }),
    );
  };

  async function confirmPayment(secret: string): Promise<void> {
    const { publishableKey, apiBase } = JSON.parse((await sendCall(payments.paymentConfig)).text);
    const card = { number: CARDS.good, exp_month: '12', exp_year: '2040', cvc: '123' };
    const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
    await retryUntilResponse(() =>
      fetch(`${url}${apiBase}/v1/payment_intents/${getPaymentId(secret)}/confirm`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          client_secret: secret,
          'payment_method_data[type]': 'card',
          ...Object.fromEntries(fields),
        }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      }),
    );
  }

  /** Starts and confirms a payment. Returns its id, or null if the API refuses the planned donation. */
  async function startPayment(body: { amount: number; donation?: PlannedDonation }): Promise<string | null> {
    const { status, text: secret } = await sendCall(payments.createPaymentIntent, { body });
    if (body.donation && (status === 400 || status === 404)) return null;
    if (status !== 200) throw new Error(`a purchase was answered ${status}: ${secret}`);
    await confirmPayment(secret);
    return getPaymentId(secret);
  }

  async function readPayment(paymentIntentId: string): Promise<z.infer<typeof payments.getPayment.response>> {
    const { status, text } = await sendCall(payments.getPayment, { params: { paymentIntentId } });
    if (status !== 200) throw new Error(`a payment was answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  return {
    /**
     * Buys coins by card, and waits until they are credited and a planned donation is made or rejected. If the API
     * refuses to plan the donation, only buys coins.
     */
    buy: async (amount: number, donation?: PlannedDonation): Promise<CompletedPurchase> => {
      const plannedPaymentId = donation ? await startPayment({ amount, donation }) : null;
      const paymentId = plannedPaymentId ?? (await startPayment({ amount }));
      if (paymentId === null) throw new Error(`a purchase of ${amount} was refused`);
      for (;;) {
        const { credited, donation: planned } = await readPayment(paymentId);
        if (credited && planned?.status !== 'planned') {
          const completedDonation = planned && {
            accountId,
            ...planned,
            isAccepted: planned.status === 'made',
          };
          return { accountId, amount, paymentId, isAccepted: true, donation: completedDonation };
        }
        await delay(10 * RETRY_MS);
      }
    },
    donate: async (crowdfundingId: string, amount: number): Promise<CompletedDonation> => {
      const { status, text } = await sendCall(crowdfundings.donate, {
        params: { crowdfundingId },
        query: { amount },
      });
      if (status !== 200 && status !== 400) throw new Error(`a donation was answered ${status}: ${text}`);
      return { accountId, crowdfundingId, amount, isAccepted: status === 200 };
    },
    /** Cancels or closes one of the customer's campaigns. */
    end: async (call: Call, id: string): Promise<void> => {
      const { status, text } = await sendCall(call, { params: { id } });
      if (status !== 200) throw new Error(`the end of a campaign was answered ${status}: ${text}`);
    },
  };
}
