import type { Queryable } from '../queryable.ts';
import type { Lease } from './leases.ts';
import type { Failure } from './runner.ts';

const LONGEST_MESSAGE = 500;

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_MESSAGE);

/**
 * Writes down why a projection stands still, and at which event, for `status` and health to tell. The next step that
 * succeeds clears it. A first failure of a batch is not written down: the events go one by one then, and either one of
 * them is to blame, or all is well again.
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
      messageOf(failure.error),
      event?.position ?? null,
      event ? `${event.type} ${event.id}` : null,
    ],
  });
}
