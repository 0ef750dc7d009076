import type { ApiSystem } from './system.ts';

const EVERY_MS = 5 * 60_000;
/** For how long answers to idempotency keys, and ids of webhooks, are remembered. */
const REMEMBER_MS = 30 * 24 * 60 * 60_000;

/** Settles what crashes left, and forgets what has expired. */
export async function keepHouse({ registration, privateData, clock }: ApiSystem): Promise<void> {
  const now = clock.now();
  await registration.settleAll();
  await privateData.sessions.sweep(now);
  const past = new Date(Date.parse(now) - REMEMBER_MS).toISOString();
  await privateData.webhooks.forgetBefore(past);
  await privateData.idempotencyKeys.forgetBefore(past);
}

/** Keeps house from now on, until what it returns is called. */
export function startHousekeeping(system: ApiSystem): () => void {
  const work = () =>
    keepHouse(system).catch((error) => system.logger.warn({ err: error }, 'housekeeping did not succeed'));
  const timer = setInterval(() => void work(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
