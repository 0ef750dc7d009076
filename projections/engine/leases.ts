import type { Position } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { Queryable } from '../queryable.ts';

/** The right to run one projection, for as long as nobody else has taken it with a higher epoch. */
export interface Lease {
  readonly projection: string;
  readonly epoch: number;
  /** Where the projection stood when the lease was last taken or renewed. */
  readonly position: Position;
}

/** How long a lease lasts that is not renewed; `engine.move_checkpoint` renews it for as long with every batch. */
export const LEASE_MS = 4_000;
/** How often leases are renewed, and free ones looked for. */
export const RENEWAL_MS = 1_000;

/** Makes the checkpoints of projections that have none yet. */
export const prepareCheckpoints = async (db: Queryable, names: readonly string[]): Promise<void> => {
  await db.query({
    text: 'INSERT INTO engine.checkpoints (projection) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    values: [names],
  });
};

/**
 * Renews the leases that the holder has, and takes those that nobody has any more. A checkpoint that is just being
 * written is passed over: its holder is alive.
 */
export async function takeLeases(
  db: Queryable,
  holder: Uuid,
  names: readonly string[],
): Promise<readonly Lease[]> {
  const { rows } = await db.query<{ projection: string; epoch: string; position: string }>({
    name: 'take-leases',
    text: `
      WITH free AS (
        SELECT projection FROM engine.checkpoints
        WHERE projection = ANY ($2) AND (holder = $1 OR holder IS NULL OR expires_at < now())
        FOR UPDATE SKIP LOCKED
      )
      UPDATE engine.checkpoints lease
      SET holder = $1, expires_at = now() + $3 * interval '1 millisecond',
        epoch = CASE WHEN holder = $1 THEN epoch ELSE epoch + 1 END
      FROM free WHERE lease.projection = free.projection
      RETURNING lease.projection, lease.epoch, lease.position`,
    values: [holder, names, LEASE_MS],
  });
  return rows.map(({ projection, epoch, position }) => ({
    projection,
    epoch: Number(epoch),
    position: Number(position),
  }));
}

/** Gives leases back, so that others need not wait for their end. */
export const releaseLeases = async (db: Queryable, holder: Uuid): Promise<void> => {
  await db.query({
    text: 'UPDATE engine.checkpoints SET holder = NULL, expires_at = NULL WHERE holder = $1',
    values: [holder],
  });
};

/** Code of the error that `engine.move_checkpoint` raises for a holder whose lease another has taken. */
const FENCED = 'KI001';

/** Whether a write was refused because another worker has taken over. */
export const isFenced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FENCED;
