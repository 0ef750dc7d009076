import type { Pool } from 'pg';
import { MAX_RETRY_MS } from '../domain/ports/jobs.ts';

/** Status of a worker part. Projections have their own status. */
export interface PartStatus {
  readonly name: string;
  /** `recovered` lasts an hour. `stopped`: no process runs the part. */
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
  readonly runs: boolean;
  readonly complains: boolean;
  readonly recovered: boolean;
}

/** Time without a heartbeat after which a part counts as stopped. */
const STOPPED_AFTER_SECONDS = 15;
/** Time after which an unresolved error expires. Permanent problems are reported again before that. */
export const FAILING_SECONDS = MAX_RETRY_MS / 1_000 + 60;
const RECOVERED_SECONDS = 60 * 60;

const getState = ({ runs, complains, recovered }: PartRecord): PartStatus['state'] => {
  if (!runs) return 'stopped';
  if (complains) return 'failing';
  return recovered ? 'recovered' : 'running';
};

/** Returns the status of each part, based on the heartbeats of all worker processes. */
export async function getPartStatuses(pool: Pool, names: readonly string[]): Promise<readonly PartStatus[]> {
  const { rows } = await pool.query<PartRecord>(
    `SELECT requested.name, part.seen_at, part.complaint, part.complained_at, part.recovered_at,
       coalesce(part.seen_at > clock_timestamp() - $2 * interval '1 second', false) AS runs,
       coalesce(part.complained_at > clock_timestamp() - $3 * interval '1 second', false)
         AND part.recovered_at IS NULL AS complains,
       coalesce(part.recovered_at > clock_timestamp() - $4 * interval '1 second', false) AS recovered
     FROM unnest($1::text[]) WITH ORDINALITY AS requested (name, n) LEFT JOIN engine.parts part USING (name)
     ORDER BY requested.n`,
    [names, STOPPED_AFTER_SECONDS, FAILING_SECONDS, RECOVERED_SECONDS],
  );
  return rows.map((row) => ({
    name: row.name,
    state: getState(row),
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
