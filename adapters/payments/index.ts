import type { Pool } from 'pg';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Settings } from '../config.ts';
import type { Logger } from '../logger.ts';
import { type PaymentSimulator, startPaymentSimulator } from './simulator/index.ts';
import { createStripePayments } from './stripe/index.ts';

/** Path below Kindra's public URL at which browsers reach the simulator. */
export const SIMULATOR_PATH = '/payment-simulator';

const STRIPE_API = 'https://api.stripe.com';

interface PaymentProvider {
  readonly payments: Payments;
  /** The simulator; null if Stripe is used. */
  readonly simulator: PaymentSimulator | null;
  readonly close: () => Promise<void>;
}

interface PaymentProviderOptions extends Pick<Settings, 'stripe'> {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Creates the payment port for a simulator. */
export const createSimulatedPayments = ({
  keys,
  server,
}: Pick<PaymentSimulator, 'keys' | 'server'>): Payments =>
  createStripePayments({
    secretKey: keys.secretKey,
    webhookSecret: keys.webhookSecret,
    server,
    config: { provider: 'simulator', publishableKey: keys.publishableKey, apiBase: SIMULATOR_PATH },
  });

/**
 * Opens the payment provider: Stripe if its keys are set, otherwise a simulator. `parseSettings` requires the keys in
 * production.
 */
export const openPaymentProvider = async (options: PaymentProviderOptions): Promise<PaymentProvider> => {
  const { stripe, pool, logger } = options;
  if (stripe) {
    const { secretKey, webhookSecret, publishableKey } = stripe;
    const config = { provider: 'stripe', publishableKey, apiBase: STRIPE_API } as const;
    const payments = createStripePayments({ secretKey, webhookSecret, config });
    return { payments, simulator: null, close: async () => {} };
  }
  const simulator = await startPaymentSimulator({ pool, logger });
  return { payments: createSimulatedPayments(simulator), simulator, close: simulator.close };
};
