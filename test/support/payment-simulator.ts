import type { Pool } from 'pg';
import type { CompletedCall } from '../../adapters/payments/simulator/app.ts';
import type { DeliveryTime, EventSummary } from '../../adapters/payments/simulator/call-context.ts';
import {
  type PaymentSimulator,
  type SimulatorOptions,
  startSimulatorWithHooks,
} from '../../adapters/payments/simulator/index.ts';
import { settleDuePaymentsAndRefunds } from '../../adapters/payments/simulator/settle-due.ts';

/** A webhook that is held back. */
export interface HeldWebhook extends EventSummary {
  readonly deliveryId: string;
}

/** Controls that inject faults into the simulator. They are not reachable over HTTP. */
export interface SimulatorControls {
  /**
   * Sets the delivery times of webhooks for later events: `[]` loses the webhook, `['now', 'now']` duplicates it,
   * `[200]` delays it by 200 ms, `['held']` holds it back.
   */
  readonly planDeliveries: (plan: (event: EventSummary) => readonly DeliveryTime[]) => void;
  /**
   * Sends held webhooks, by default all of them, oldest first. `order` can reorder, repeat or omit webhooks. Omitted
   * webhooks stay held.
   */
  readonly release: (order?: (webhooks: readonly HeldWebhook[]) => readonly HeldWebhook[]) => Promise<void>;
  /** Completes all pending payments and refunds immediately. */
  readonly settle: () => Promise<void>;
  /**
   * Sets a hook that runs after each action and before its response. The response waits for the hook, and is lost if
   * the hook rejects.
   */
  readonly beforeResponse: (hook: (call: CompletedCall) => Promise<void>) => void;
}

const listHeldWebhooks = async (pool: Pool): Promise<readonly HeldWebhook[]> => {
  const { rows } = await pool.query<HeldWebhook>(
    `SELECT delivery.id AS "deliveryId", event.id, event.type
     FROM simulator.deliveries AS delivery JOIN simulator.events AS event ON event.id = delivery.event
     WHERE delivery.state = 'held' ORDER BY delivery.id`,
  );
  return rows;
};

/** Releases held webhooks. They are delivered in the given order. */
const releaseWebhooks = async (pool: Pool, webhooks: readonly HeldWebhook[]): Promise<void> => {
  await pool.query(`DELETE FROM simulator.deliveries WHERE id = ANY($1)`, [
    webhooks.map(({ deliveryId }) => deliveryId),
  ]);
  await pool.query(
    `INSERT INTO simulator.deliveries (event, due_at)
     SELECT wanted.event, now() + wanted.place * interval '1 microsecond'
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (event, place)`,
    [webhooks.map(({ id }) => id)],
  );
};

/** Starts a payment simulator and returns controls for tests. */
export const startControlledSimulator = async (
  options: SimulatorOptions,
): Promise<PaymentSimulator & { readonly controls: SimulatorControls }> => {
  let plan = (_: EventSummary): readonly DeliveryTime[] => ['now'];
  let hook = async (_: CompletedCall): Promise<void> => {};
  const { controls, ...simulator } = await startSimulatorWithHooks(options, {
    planDelivery: (event) => plan(event),
    beforeResponse: (call) => hook(call),
  });
  return {
    ...simulator,
    controls: {
      planDeliveries: (next) => {
        plan = next;
      },
      release: async (order = (webhooks) => webhooks) => {
        await releaseWebhooks(options.pool, order(await listHeldWebhooks(options.pool)));
        controls.wake();
      },
      settle: async () => {
        await settleDuePaymentsAndRefunds(options.pool, controls.behaviour, true);
        controls.wake();
      },
      beforeResponse: (next) => {
        hook = next;
      },
    },
  };
};
