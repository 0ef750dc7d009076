import { repeating } from '../repeating.ts';
import type { Worker } from '../worker.ts';
import type { PaymentsSystem } from './system.ts';
import { createWebhookDrain } from './webhooks.ts';

const LOOK_MS = 200;
const LOOP = 'looking for webhooks';

/** Follows the payment provider: works off its webhooks. */
export const startPaymentsWorker = (system: PaymentsSystem): Worker =>
  repeating(
    createWebhookDrain(system),
    LOOK_MS,
    (error) => system.logger.error({ err: error }, 'webhooks cannot be worked off', LOOP),
    () => system.logger.recovered?.(LOOP),
  );
