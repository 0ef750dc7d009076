import type { Uuid } from '../../domain/kernel/ids.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import type { Queryable } from '../queryable.ts';

/** The right to run one projection, for as long as nobody else has taken it with a higher epoch. */
export interface Lease extends LogPoint {
  readonly projection: string;
  readonly epoch: number;
  /** Whether some of the rows were projected by older code. */
  readonly isReplayNeeded: boolean;
}

/** How long a lease lasts that is not renewed; `engine.move_checkpoint` renews it for as long with every batch. */
export const LEASE_MS = 4_000;
/** How often leases are renewed, and free ones looked for. */
export const RENEWAL_MS = 1_000;

/** Makes the checkpoints that do not exist yet, for leases of work that projects nothing. */
export const prepareCheckpoints = async (db: Queryable, names: readonly string[]): Promise<void> => {
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
 * Renews the leases that the holder has, and takes those that nobody has any more. A checkpoint that is just being
 * written is passed over: its holder is alive. `codes` are the hashes of the code that runs each projection; a
 * checkpoint that other code has marked is passed over too.
 */
export async function takeLeases(
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
    isReplayNeeded: row.replay_needed,
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
