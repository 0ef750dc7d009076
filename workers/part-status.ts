import type { Pool } from 'pg';
import { LONGEST_RETRY_MS } from '../domain/ports/jobs.ts';

/** How a part of the workers does that is no projection. */
export interface PartStatus {
  readonly name: string;
  /** `failing` when it has lately complained of something, `stopped` when no process has told of it for a while. */
  readonly state: 'running' | 'failing' | 'stopped';
  readonly seenAt: string | null;
  /** What it has complained of last, and when. */
  readonly complaint: { readonly text: string; readonly at: string } | null;
}

interface PartRecord {
  readonly name: string;
  readonly seen_at: Date | null;
  readonly complaint: string | null;
  readonly complained_at: Date | null;
  readonly runs: boolean;
  readonly complains: boolean;
}

/** A part that nobody has told of for so long runs nowhere. */
const SILENT_SECONDS = 15;
/** For so long after it has complained a part needs somebody to look at it: what fails for good complains again by then. */
const FAILING_SECONDS = LONGEST_RETRY_MS / 1_000 + 60;

const stateOf = ({ runs, complains }: PartRecord): PartStatus['state'] => {
  if (!runs) return 'stopped';
  return complains ? 'failing' : 'running';
};

/** How the parts of these names do. */
export async function partStatuses(pool: Pool, names: readonly string[]): Promise<readonly PartStatus[]> {
  const { rows } = await pool.query<PartRecord>(
    `SELECT asked.name, part.seen_at, part.complaint, part.complained_at,
       coalesce(part.seen_at > clock_timestamp() - $2 * interval '1 second', false) AS runs,
       coalesce(part.complained_at > clock_timestamp() - $3 * interval '1 second', false) AS complains
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, n) LEFT JOIN engine.parts part USING (name)
     ORDER BY asked.n`,
    [names, SILENT_SECONDS, FAILING_SECONDS],
  );
  return rows.map((row) => ({
    name: row.name,
    state: stateOf(row),
    seenAt: row.seen_at?.toISOString() ?? null,
    complaint:
      row.complaint === null || row.complained_at === null
        ? null
        : { text: row.complaint, at: row.complained_at.toISOString() },
  }));
}
