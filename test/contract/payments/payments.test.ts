import Stripe from 'stripe';
import { createSimulatedPayments } from '../../../adapters/payments/index.ts';
import { startPaymentSimulator } from '../../../adapters/payments/simulator/index.ts';
import { createStripePayments } from '../../../adapters/payments/stripe/index.ts';
import { createDatabase } from '../../support/database.ts';
import { testPayments } from './contract.ts';
import { testNotices } from './notices-contract.ts';
import { silentLogger } from './silent.ts';
import type { ProviderSubject } from './subject.ts';

const WRONG_KEY = 'sk_test_wrong0000000000000000000000';

const openSimulator = async (): Promise<ProviderSubject> => {
  const database = await createDatabase();
  const simulator = await startPaymentSimulator({ pool: database.pool, logger: silentLogger });
  const { keys, server } = simulator;
  return {
    payments: createSimulatedPayments(simulator),
    paymentsWithWrongKey: createSimulatedPayments({ keys: { ...keys, secretKey: WRONG_KEY }, server }),
    stripe: new Stripe(keys.secretKey, { ...server, telemetry: false }),
    webhookSecret: keys.webhookSecret,
    close: async () => {
      await simulator.close();
      await database.drop();
    },
  };
};

testPayments('the simulator', openSimulator);
testNotices('the simulator', openSimulator);

/** Secret Stripe test key. If it is set, the same tests also run against Stripe. */
const stripeSecretKey = process.env.STRIPE_SECRET_KEY ?? '';

const openStripe = async (): Promise<ProviderSubject> => {
  const webhookSecret = 'whsec_only_used_here';
  const config = { provider: 'stripe', publishableKey: '', apiBase: 'https://api.stripe.com' } as const;
  return {
    payments: createStripePayments({ secretKey: stripeSecretKey, webhookSecret, config }),
    paymentsWithWrongKey: createStripePayments({ secretKey: WRONG_KEY, webhookSecret, config }),
    stripe: new Stripe(stripeSecretKey, { telemetry: false }),
    webhookSecret,
    close: async () => {},
  };
};

if (stripeSecretKey.startsWith('sk_test_')) {
  testPayments('Stripe in test mode', openStripe);
  testNotices('Stripe in test mode', openStripe);
}
