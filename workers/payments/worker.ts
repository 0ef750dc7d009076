import { repeating } from '../repeating.ts';
import type { Worker } from '../worker.ts';
import { sweepPayments } from './sweep.ts';
import type { PaymentsSystem } from './system.ts';
import { createWebhookDrain } from './webhooks.ts';

const LOOK_MS = 200;
const SWEEP_EVERY_MS = 5 * 60_000;
/** How far back a sweep looks, in milliseconds: longer than any outage should last. */
const SWEEP_BACK_MS = 3 * 24 * 60 * 60_000;

/** Follows the payment provider: works off its webhooks, and looks for what they did not tell. */
export function startPaymentsWorker(system: PaymentsSystem): Worker {
  const report = (message: string) => (error: unknown) => system.logger.error({ err: error }, message);
  const sweep = () => {
    const since = new Date(Date.parse(system.clock.now()) - SWEEP_BACK_MS).toISOString();
    return sweepPayments(system, since);
  };
  const parts = [
    repeating(createWebhookDrain(system), LOOK_MS, report('webhooks cannot be worked off')),
    repeating(sweep, SWEEP_EVERY_MS, report('payments could not be swept')),
  ];
  return {
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
