import type { Pool } from 'pg';
import { repeating } from './repeating.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** What telling of parts needs of the system. */
export interface PulseSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

/** How a part of the workers does that is no projection. */
export interface PartStatus {
  readonly name: string;
  /** `stopped` when no process has told of it for a while. */
  readonly state: 'running' | 'stopped';
  readonly seenAt: string | null;
  /** How much waits for it: webhooks, jobs, campaigns to settle, positions or entries of the journal. */
  readonly waiting: number;
}

const BEAT_MS = 3_000;
/** A part that nobody has told of for so long runs nowhere. */
const SILENT_SECONDS = 15;

/** Tells again and again which parts run in this process, so that it shows which of them run nowhere. */
export const startPulse = ({ pool, logger }: PulseSystem, parts: readonly string[]): Worker =>
  repeating(
    () =>
      pool.query(
        `INSERT INTO engine.parts (name, seen_at)
         SELECT name, clock_timestamp() FROM unnest($1::text[]) AS name ORDER BY name
         ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
        [parts],
      ),
    BEAT_MS,
    (error) => logger.error({ err: error }, 'it cannot be told which workers run'),
  );

/** What waits for each part. Jobs in Redis are not counted. */
const WAITING = `CASE asked.name
  WHEN 'payments' THEN (SELECT count(*) FROM private.webhooks WHERE body IS NOT NULL)
  WHEN 'jobs' THEN (SELECT count(*) FROM jobs.jobs WHERE ended_at IS NULL AND due_at < clock_timestamp())
  WHEN 'refunds' THEN (SELECT count(*) FROM read.settlement_campaigns
    WHERE outcome <> 'OPEN' AND donated - refunded - released > 0)
  WHEN 'coin-trails' THEN (SELECT greatest(0, journal.position - trail.position)
    FROM engine.checkpoints journal, trail.progress trail WHERE journal.projection = 'journal')
  WHEN 'journal-check' THEN (SELECT count(*) FROM read.journal_entries, engine.journal_check WHERE position > checked)
END`;

/** How the parts of these names do. */
export async function partStatuses(pool: Pool, names: readonly string[]): Promise<readonly PartStatus[]> {
  const { rows } = await pool.query<{ name: string; seen_at: Date | null; runs: boolean; waiting: string }>(
    `SELECT asked.name, part.seen_at, coalesce(${WAITING}, 0) AS waiting,
       coalesce(part.seen_at > clock_timestamp() - $2 * interval '1 second', false) AS runs
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, n) LEFT JOIN engine.parts part USING (name)
     ORDER BY asked.n`,
    [names, SILENT_SECONDS],
  );
  return rows.map(({ name, seen_at, runs, waiting }) => ({
    name,
    state: runs ? 'running' : 'stopped',
    seenAt: seen_at?.toISOString() ?? null,
    waiting: Number(waiting),
  }));
}
