import type Koa from 'koa';
import type { Pool } from 'pg';
import type { Logger } from '../../logger.ts';
import type { StripeServer } from '../stripe/index.ts';
import { type AppOptions, createSimulatorApp } from './app.ts';
import { inBackground } from './background.ts';
import { createDeliverer } from './deliveries.ts';
import { createHousekeeping } from './housekeeping.ts';
import { serveLoopback } from './http-server.ts';
import { keptKeys, type SimulatorKeys } from './keys.ts';
import { settle } from './settling.ts';
import type { SimulatorBehaviour } from './work.ts';

const SETTLE_AFTER_MS = 10_000;
const CONCURRENT_DELIVERIES = 4;

/** Other processes change the simulator's state too; this is how late that is noticed, at most. */
const IDLE_MS = 500;

export interface SimulatorOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long a payment or refund that needs time needs, in milliseconds; 10 s by default. */
  readonly settleAfterMs?: number;
  /** As many webhooks are under way at once, 4 by default; with 1 they arrive in order. */
  readonly concurrentDeliveries?: number;
}

/** Where the simulator is for browsers, and where Kindra takes webhooks. */
export interface SimulatorAddresses {
  /** Without a slash at its end. */
  readonly browserUrl: string;
  readonly webhookUrl: string;
}

/** Stands in for Stripe. Its state is in the database: processes that share that share the simulator, keys and all. */
export interface PaymentSimulator {
  readonly keys: SimulatorKeys;
  /** Where Stripe's library reaches it: on the loopback, on a port of this process. */
  readonly server: StripeServer;
  /** To be mounted where browsers reach it. */
  readonly app: Koa;
  /** Tells it where it is for browsers and where webhooks go, and begins to deliver them. */
  readonly attach: (addresses: SimulatorAddresses) => void;
  readonly close: () => Promise<void>;
}

/** What tests may put in its way. */
export interface SimulatorHooks {
  readonly planDelivery: SimulatorBehaviour['planDelivery'];
  readonly beforeAnswer?: AppOptions['beforeAnswer'];
}

/** What tests may have done at once. */
export interface SimulatorLevers {
  readonly wake: () => void;
  readonly behaviour: SimulatorBehaviour;
}

/** Starts the simulator with something in its way. */
export const startHookedSimulator = async (
  options: SimulatorOptions,
  hooks: SimulatorHooks,
): Promise<PaymentSimulator & { readonly levers: SimulatorLevers }> => {
  const { pool, logger, settleAfterMs = SETTLE_AFTER_MS } = options;
  const keys = await keptKeys(pool);
  const closing = new AbortController();
  const onFailure = (error: unknown): void => logger.error({ err: error }, 'payment simulator failed');

  let browserUrl = '';
  let deliverer: ReturnType<typeof createDeliverer> | undefined;
  const behaviour = { settleAfterMs, planDelivery: hooks.planDelivery, browserUrl: () => browserUrl };
  const keepHouse = createHousekeeping(pool);
  const background = inBackground(
    async () => {
      await keepHouse();
      await settle(pool, behaviour);
      await deliverer?.fill(() => background.wake());
    },
    IDLE_MS,
    onFailure,
  );

  const app = createSimulatorApp({ ...hooks, pool, keys, behaviour, onChange: background.wake, onFailure });
  const server = await serveLoopback(app.callback());
  browserUrl = `http://127.0.0.1:${server.port}`;

  return {
    keys,
    server: { protocol: 'http', host: '127.0.0.1', port: server.port },
    app,
    levers: { wake: background.wake, behaviour },
    attach: (addresses) => {
      browserUrl = addresses.browserUrl;
      deliverer = createDeliverer(
        {
          pool,
          webhookSecret: keys.webhookSecret,
          url: addresses.webhookUrl,
          concurrency: options.concurrentDeliveries ?? CONCURRENT_DELIVERIES,
          signal: closing.signal,
        },
        onFailure,
      );
      background.wake();
    },
    close: async () => {
      closing.abort();
      await Promise.all([server.close(), background.close()]);
      await deliverer?.finish();
    },
  };
};

/** Starts the simulator: each webhook goes out once, at once. */
export const startPaymentSimulator = (options: SimulatorOptions): Promise<PaymentSimulator> =>
  startHookedSimulator(options, { planDelivery: () => ['now'] });
