import type { Pool } from 'pg';
import { HOUR_MS } from '../../../domain/kernel/durations.ts';

/** As at Stripe, idempotency keys are kept for 24 hours and events for 30 days. */
const DELETE_EXPIRED = [
  `DELETE FROM simulator.idempotency_keys WHERE created_at < clock_timestamp() - interval '1 day'`,
  `DELETE FROM simulator.events WHERE created < clock_timestamp() - interval '30 days'`,
];

/** Creates a function that deletes expired rows. It does so at most once per hour. */
export const createExpiryCleanup = (pool: Pool): (() => Promise<void>) => {
  let lastRunAt = 0;
  return async () => {
    if (Date.now() - lastRunAt < HOUR_MS) return;
    lastRunAt = Date.now();
    for (const statement of DELETE_EXPIRED) await pool.query(statement);
  };
};
