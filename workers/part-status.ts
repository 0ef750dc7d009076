import type { Pool } from 'pg';
import { MAX_RETRY_MS } from '../domain/ports/jobs.ts';

/** Status of a worker part. Projections have their own status. */
export interface PartStatus {
  readonly name: string;
  /** A part is `recovered` for an hour after a failure. It is `stopped` if no process runs it. */
  readonly state: 'running' | 'failing' | 'recovered' | 'stopped';
  readonly seenAt: string | null;
  readonly complaint: {
    readonly text: string;
    readonly at: string;
    readonly recoveredAt: string | null;
  } | null;
}

interface PartRecord {
  readonly name: string;
  readonly seen_at: Date | null;
  readonly complaint: string | null;
  readonly complained_at: Date | null;
  readonly recovered_at: Date | null;
  readonly state: PartStatus['state'];
}

/** Time without a heartbeat after which a part counts as stopped. */
const STOPPED_AFTER_SECONDS = 15;
/** Time after which an unresolved error expires. Permanent problems are reported again before that. */
export const FAILING_SECONDS = MAX_RETRY_MS / 1_000 + 60;
const RECOVERED_SECONDS = 60 * 60;

/** Returns the status of each part, based on the heartbeats of all worker processes. */
export async function getPartStatuses(pool: Pool, names: readonly string[]): Promise<readonly PartStatus[]> {
  const { rows } = await pool.query<PartRecord>(
    `SELECT requested.name, part.seen_at, part.complaint, part.complained_at, part.recovered_at,
       CASE
         WHEN (part.seen_at > clock_timestamp() - $2 * interval '1 second') IS NOT TRUE THEN 'stopped'
         WHEN part.complained_at > clock_timestamp() - $3 * interval '1 second' AND part.recovered_at IS NULL
           THEN 'failing'
         WHEN part.recovered_at > clock_timestamp() - $4 * interval '1 second' THEN 'recovered'
         ELSE 'running' END AS state
     FROM unnest($1::text[]) WITH ORDINALITY AS requested (name, n) LEFT JOIN engine.parts part USING (name)
     ORDER BY requested.n`,
    [names, STOPPED_AFTER_SECONDS, FAILING_SECONDS, RECOVERED_SECONDS],
  );
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    seenAt: row.seen_at?.toISOString() ?? null,
    complaint:
      row.complaint === null || row.complained_at === null
        ? null
        : {
            text: row.complaint,
            at: row.complained_at.toISOString(),
            recoveredAt: row.recovered_at?.toISOString() ?? null,
          },
  }));
}
