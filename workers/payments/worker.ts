import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker } from '../worker.ts';
import type { PaymentsSystem } from './system.ts';
import { createWebhookDrain } from './webhooks.ts';

const POLL_INTERVAL_MS = 200;
const LOOP_NAME = 'looking for webhooks';

/** Starts a worker that processes webhooks from the payment provider. */
export const startPaymentsWorker = (system: PaymentsSystem): Worker =>
  runRepeatedly(
    createWebhookDrain(system),
    POLL_INTERVAL_MS,
    (error) => system.logger.error({ err: error }, 'webhook processing failed', LOOP_NAME),
    () => system.logger.recovered?.(LOOP_NAME),
  );
