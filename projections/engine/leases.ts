import type { Uuid } from '../../domain/kernel/ids.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import type { Queryable } from '../queryable.ts';

/** The right to run one projection. It ends when another worker takes the lease with a higher epoch. */
export interface Lease extends LogPoint {
  readonly projection: string;
  readonly epoch: number;
  /** Whether some rows were projected by older code. */
  readonly isRebuildNeeded: boolean;
}

/** Duration of a lease, in milliseconds. `engine.move_checkpoints` renews the lease with every batch. */
export const LEASE_MS = 4_000;
/** Interval at which leases are renewed and free leases are taken, in milliseconds. */
export const RENEWAL_MS = 1_000;

/** Inserts missing checkpoints for leased work other than projections. */
export const insertMissingCheckpoints = async (db: Queryable, names: readonly string[]): Promise<void> => {
  await db.query({
    text: 'INSERT INTO engine.checkpoints (projection) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    values: [names],
  });
};

interface LeaseRecord {
  readonly projection: string;
  readonly epoch: string;
  readonly position: string;
  readonly event_id: Uuid | null;
  readonly replay_needed: boolean;
}

/**
 * Renews the holder's leases and takes free ones. Skips checkpoints whose code hash differs from `codes`, and locked
 * checkpoints, because their holder is writing.
 */
export async function acquireLeases(
  db: Queryable,
  holder: Uuid,
  names: readonly string[],
  codes: readonly (string | null)[] = names.map(() => null),
): Promise<readonly Lease[]> {
  const { rows } = await db.query<LeaseRecord>({
    name: 'take-leases',
    text: `
      WITH free AS (
        SELECT c.projection FROM engine.checkpoints c
        JOIN unnest($2::text[], $4::text[]) AS own (projection, code)
          ON own.projection = c.projection AND own.code IS NOT DISTINCT FROM c.code
        WHERE holder = $1 OR holder IS NULL OR expires_at < now()
        FOR UPDATE OF c SKIP LOCKED
      )
      UPDATE engine.checkpoints lease
      SET holder = $1, expires_at = now() + $3 * interval '1 millisecond',
        epoch = CASE WHEN holder = $1 THEN epoch ELSE epoch + 1 END
      FROM free WHERE lease.projection = free.projection
      RETURNING lease.projection, lease.epoch, lease.position, lease.event_id, lease.replay_needed`,
    values: [holder, names, LEASE_MS, codes],
  });
  return rows.map((row) => ({
    projection: row.projection,
    epoch: Number(row.epoch),
    position: Number(row.position),
    eventId: row.event_id,
    isRebuildNeeded: row.replay_needed,
  }));
}

/** Releases all leases of the holder. */
export const releaseLeases = async (db: Queryable, holder: Uuid): Promise<void> => {
  await db.query({
    text: 'UPDATE engine.checkpoints SET holder = NULL, expires_at = NULL WHERE holder = $1',
    values: [holder],
  });
};

/** SQLSTATE that `engine.move_checkpoints` raises when another worker has taken the lease. */
const FENCED_SQLSTATE = 'KI001';

/** Returns whether a write was rejected because another worker has taken the lease. */
export const isFenced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FENCED_SQLSTATE;
