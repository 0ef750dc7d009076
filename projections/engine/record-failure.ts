import type { Queryable } from '../queryable.ts';
import type { Lease } from './leases.ts';
import type { Failure } from './runner.ts';

const MAX_MESSAGE_LENGTH = 500;

const getMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);

/**
 * Stores the error and the event that stop a projection. `status` and the health check show both, and the
 * next success clears them. The first failure of a batch is not stored: its events are then retried one by
 * one, which either succeeds or identifies the failing event.
 */
export async function recordFailure(db: Queryable, lease: Lease, failure: Failure): Promise<void> {
  if (failure.attempts === 1 && failure.event === null) return;
  const { event } = failure;
  await db.query({
    text: `UPDATE engine.checkpoints
      SET error = $3, error_position = $4, error_event = $5, failing_since = coalesce(failing_since, now())
      WHERE projection = $1 AND epoch = $2`,
    values: [
      lease.projection,
      lease.epoch,
      getMessage(failure.error),
      event?.position ?? null,
      event ? `${event.type} ${event.id}` : null,
    ],
  });
}
