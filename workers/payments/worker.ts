import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker } from '../worker.ts';
import type { PaymentsSystem } from './system.ts';
import { createWebhookDrain } from './webhooks.ts';

const LOOK_MS = 200;
const LOOP = 'looking for webhooks';

/** Processes the webhooks of the payment provider. */
export const startPaymentsWorker = (system: PaymentsSystem): Worker =>
  runRepeatedly(
    createWebhookDrain(system),
    LOOK_MS,
    (error) => system.logger.error({ err: error }, 'webhook processing failed', LOOP),
    () => system.logger.recovered?.(LOOP),
  );
