import type { Pool } from 'pg';
import Stripe from 'stripe';
import { getBackoffMs } from '../../../domain/kernel/exponential-backoff.ts';

const TIMEOUT_MS = 10_000;

/** Duration of a lease. If the process dies, another process repeats the delivery after that. */
const LEASE_SECONDS = 30;

const INITIAL_RETRY_MS = 500;
const MAX_RETRY_MS = 300_000;

/** Maximum number of delivery attempts. They take about 90 minutes in total. */
const MAX_ATTEMPTS = 25;

interface DeliveryOptions {
  readonly pool: Pool;
  readonly webhookSecret: string;
  readonly url: string;
  /** Maximum number of concurrent deliveries. With 1, webhooks arrive in order. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

interface Delivery {
  readonly id: string;
  readonly attempts: number;
  readonly body: string;
}

const claimDeliveries = async (pool: Pool, limit: number): Promise<readonly Delivery[]> => {
  const { rows } = await pool.query<Delivery>(
    `WITH due AS (
       SELECT id, due_at FROM simulator.deliveries
       WHERE state = 'waiting' AND due_at <= clock_timestamp()
       ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE simulator.deliveries AS delivery
       SET due_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds', attempts = attempts + 1
       FROM due WHERE delivery.id = due.id
       RETURNING delivery.id, delivery.event, delivery.attempts, due.due_at
     )
     SELECT claimed.id, claimed.attempts, event.body
     FROM claimed JOIN simulator.events AS event ON event.id = claimed.event
     ORDER BY claimed.due_at, claimed.id`,
    [limit],
  );
  return rows;
};

const sendWebhook = async (
  body: string,
  { url, webhookSecret, signal }: DeliveryOptions,
): Promise<boolean> => {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};

const settleDelivery = async (pool: Pool, { id, attempts }: Delivery, isAccepted: boolean): Promise<void> => {
  const state = isAccepted ? 'delivered' : attempts < MAX_ATTEMPTS ? 'waiting' : 'given_up';
  await pool.query(
    `UPDATE simulator.deliveries
     SET state = $2, due_at = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1`,
    [id, state, getBackoffMs(INITIAL_RETRY_MS, MAX_RETRY_MS, attempts)],
  );
};

/** Creates a deliverer for webhooks with Stripe signatures. Retries with exponential backoff. */
export const createWebhookDeliverer = (options: DeliveryOptions, onFailure: (error: unknown) => void) => {
  const inProgress = new Set<Promise<void>>();

  const deliver = async (delivery: Delivery): Promise<void> => {
    const isAccepted = await sendWebhook(delivery.body, options);
    await settleDelivery(options.pool, delivery, isAccepted);
  };

  const startDelivery = (delivery: Delivery, onDone: () => void): void => {
    const pendingDelivery = deliver(delivery)
      .catch(onFailure)
      .finally(() => {
        inProgress.delete(pendingDelivery);
        onDone();
      });
    inProgress.add(pendingDelivery);
  };

  return {
    startDueDeliveries: async (onDone: () => void): Promise<void> => {
      const freeSlots = options.concurrency - inProgress.size;
      if (freeSlots <= 0) return;
      for (const delivery of await claimDeliveries(options.pool, freeSlots)) startDelivery(delivery, onDone);
    },
    waitForAll: async (): Promise<void> => {
      await Promise.all(inProgress);
    },
  };
};
