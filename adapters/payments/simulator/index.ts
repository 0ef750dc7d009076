import type Koa from 'koa';
import type { Pool } from 'pg';
import type { Logger } from '../../logger.ts';
import type { StripeServer } from '../stripe/index.ts';
import { loadOrCreateKeys, type SimulatorKeys } from './api-keys.ts';
import { type AppOptions, createSimulatorApp } from './app.ts';
import { runInBackground } from './background.ts';
import type { SimulatorBehaviour } from './call-context.ts';
import { createWebhookDeliverer } from './deliveries.ts';
import { createExpiryCleanup } from './housekeeping.ts';
import { startLoopbackServer } from './http-server.ts';
import { settleDuePaymentsAndRefunds } from './settle-due.ts';

const SETTLE_AFTER_MS = 10_000;
const CONCURRENT_DELIVERIES = 4;

/** Maximum delay until changes by other processes are noticed, in milliseconds. */
const IDLE_MS = 500;

/** Database of the simulator, and the timing of its payments and webhooks. */
export interface SimulatorOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly settleAfterMs?: number;
  /** Maximum number of concurrent webhook deliveries. Default: 4. With 1, webhooks arrive in order. */
  readonly concurrentDeliveries?: number;
}

/** Replacement for Stripe. Its state, including the keys, is in the database that all processes share. */
export interface PaymentSimulator {
  readonly keys: SimulatorKeys;
  /** Loopback server that Stripe's library connects to. */
  readonly server: StripeServer;
  readonly app: Koa;
  /** Sets the URL at which browsers reach the simulator and starts delivering webhooks. */
  readonly attach: (addresses: { readonly browserUrl: string; readonly webhookUrl: string }) => void;
  readonly close: () => Promise<void>;
}

/** Starts a simulator with hooks and controls for tests, which plan the deliveries and can delay responses. */
export const startSimulatorWithHooks = async (
  options: SimulatorOptions,
  hooks: Pick<SimulatorBehaviour, 'planDelivery'> & Pick<AppOptions, 'beforeResponse'>,
): Promise<
  PaymentSimulator & { readonly controls: Pick<AppOptions, 'behaviour'> & { wake: () => void } }
> => {
  const { pool, logger, settleAfterMs = SETTLE_AFTER_MS } = options;
  const keys = await loadOrCreateKeys(pool);
  const closeController = new AbortController();
  const onFailure = (error: unknown): void => logger.error({ err: error }, 'payment simulator failed');

  let browserUrl = '';
  let deliverer: ReturnType<typeof createWebhookDeliverer> | undefined;
  const behaviour = { settleAfterMs, planDelivery: hooks.planDelivery, browserUrl: () => browserUrl };
  const deleteExpired = createExpiryCleanup(pool);
  const background = runInBackground(
    async () => {
      await deleteExpired();
      await settleDuePaymentsAndRefunds(pool, behaviour);
      await deliverer?.startDueDeliveries(() => background.wake());
    },
    IDLE_MS,
    onFailure,
  );

  const app = createSimulatorApp({ ...hooks, pool, keys, behaviour, onChange: background.wake, onFailure });
  const server = await startLoopbackServer(app.callback());
  browserUrl = `http://127.0.0.1:${server.port}`;

  return {
    keys,
    server: { protocol: 'http', host: '127.0.0.1', port: server.port },
    app,
    controls: { wake: background.wake, behaviour },
    attach: (addresses) => {
      browserUrl = addresses.browserUrl;
      deliverer = createWebhookDeliverer(
        {
          pool,
          webhookSecret: keys.webhookSecret,
          url: addresses.webhookUrl,
          concurrency: options.concurrentDeliveries ?? CONCURRENT_DELIVERIES,
          signal: closeController.signal,
        },
        onFailure,
      );
      background.wake();
    },
    close: async () => {
      closeController.abort();
      await Promise.all([server.close(), background.close()]);
      await deliverer?.waitForAll();
    },
  };
};

/** Starts a simulator that delivers each webhook once, immediately. */
export const startPaymentSimulator = (options: SimulatorOptions): Promise<PaymentSimulator> =>
  startSimulatorWithHooks(options, { planDelivery: () => ['now'] });
