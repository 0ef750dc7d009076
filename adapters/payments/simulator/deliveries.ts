import type { Pool } from 'pg';
import Stripe from 'stripe';
import { doubling } from '../../../domain/kernel/doubling.ts';

const TIMEOUT_MS = 10_000;

/** A delivery whose process died is made again after this. */
const LEASE_S = 30;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 300_000;

/** Some hour and a half of trying. */
const MOST_ATTEMPTS = 25;

/** How webhooks are delivered. */
export interface DeliveryOptions {
  readonly pool: Pool;
  readonly webhookSecret: string;
  /** Where they go. */
  readonly url: string;
  /** As many are under way at once; with 1 they arrive in order. */
  readonly concurrency: number;
  /** Cuts what is under way. */
  readonly signal: AbortSignal;
}

interface Delivery {
  readonly id: string;
  readonly attempts: number;
  readonly body: string;
}

const claim = async (pool: Pool, limit: number): Promise<readonly Delivery[]> => {
  const { rows } = await pool.query<Delivery>(
    `WITH due AS (
       SELECT id, due_at FROM simulator.deliveries
       WHERE state = 'waiting' AND due_at <= clock_timestamp()
       ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE simulator.deliveries AS delivery
       SET due_at = clock_timestamp() + interval '${LEASE_S} seconds', attempts = attempts + 1
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

/** Whether the receiver has taken it. */
const send = async (body: string, { url, webhookSecret, signal }: DeliveryOptions): Promise<boolean> => {
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

const settleDelivery = async (pool: Pool, { id, attempts }: Delivery, taken: boolean): Promise<void> => {
  const state = taken ? 'delivered' : attempts < MOST_ATTEMPTS ? 'waiting' : 'given_up';
  await pool.query(
    `UPDATE simulator.deliveries
     SET state = $2, due_at = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1`,
    [id, state, doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS, attempts)],
  );
};

/** Delivers webhooks, signed as Stripe signs them; what is not taken is tried again, ever less often. */
export const createDeliverer = (options: DeliveryOptions, onFailure: (error: unknown) => void) => {
  const underWay = new Set<Promise<void>>();

  const deliver = async (delivery: Delivery): Promise<void> => {
    const taken = await send(delivery.body, options);
    await settleDelivery(options.pool, delivery, taken);
  };

  const begin = (delivery: Delivery, onDone: () => void): void => {
    const delivering = deliver(delivery)
      .catch(onFailure)
      .finally(() => {
        underWay.delete(delivering);
        onDone();
      });
    underWay.add(delivering);
  };

  return {
    /** Begins as many deliveries as are due and may be under way at once. */
    fill: async (onDone: () => void): Promise<void> => {
      const free = options.concurrency - underWay.size;
      if (free <= 0) return;
      for (const delivery of await claim(options.pool, free)) begin(delivery, onDone);
    },
    /** Waits for those under way. */
    finish: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
};
