import type { Pool } from 'pg';

/** A job that was taken up. */
export interface TakenJob {
  readonly name: string;
  readonly id: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** For how long ids of ended jobs are remembered. */
const REMEMBERED = '7 days';

/**
 * Makes the repetition that is due, unless another process has made it or the one before is not ended. By the clock of
 * the database, time falls into stretches of `everyMs`; each has one repetition at most.
 */
export async function insertScheduled(pool: Pool, name: string, everyMs: number): Promise<void> {
  await pool.query({
    name: 'insert-scheduled-job',
    text: `INSERT INTO jobs.jobs (name, id, due_at)
           SELECT $1, 'every-' || floor(extract(epoch FROM clock_timestamp()) * 1000 / $2::bigint), clock_timestamp()
           WHERE NOT EXISTS (SELECT FROM jobs.jobs WHERE name = $1 AND ended_at IS NULL)
           ON CONFLICT DO NOTHING`,
    values: [name, everyMs],
  });
}

/** Takes up those that are due, oldest first. What is not renewed within the lease is due again. */
export async function takeJobs(
  pool: Pool,
  names: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<readonly TakenJob[]> {
  const { rows } = await pool.query<TakenJob>({
    name: 'take-jobs',
    text: `WITH due AS (
             SELECT name, id FROM jobs.jobs
             WHERE ended_at IS NULL AND due_at <= clock_timestamp() AND name = ANY ($1)
             ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE jobs.jobs AS job
           SET due_at = clock_timestamp() + $3 * interval '1 millisecond', attempt = attempt + 1
           FROM due WHERE job.name = due.name AND job.id = due.id
           RETURNING job.name, job.id, job.attempt`,
    values: [names, limit, leaseMs],
  });
  return rows;
}

/** Makes it due after so many milliseconds, unless another process has taken it up since. */
export async function putOff(pool: Pool, { name, id, attempt }: TakenJob, ms: number): Promise<void> {
  await pool.query({
    name: 'put-off-job',
    text: `UPDATE jobs.jobs SET due_at = clock_timestamp() + $4 * interval '1 millisecond'
           WHERE name = $1 AND id = $2 AND attempt = $3 AND ended_at IS NULL`,
    values: [name, id, attempt, ms],
  });
}

/** It is done or given up, unless another process has taken it up since. Its id is remembered. */
export async function endJob(pool: Pool, { name, id, attempt }: TakenJob): Promise<void> {
  await pool.query({
    name: 'end-job',
    text: `UPDATE jobs.jobs SET ended_at = clock_timestamp()
           WHERE name = $1 AND id = $2 AND attempt = $3`,
    values: [name, id, attempt],
  });
}

/** Forgets those that ended long ago. */
export async function forgetEnded(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM jobs.jobs WHERE ended_at < clock_timestamp() - interval '${REMEMBERED}'`);
}

/** How many of these kinds are due, and not begun. */
export async function countDue(pool: Pool, names: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(*) FROM jobs.jobs WHERE ended_at IS NULL AND due_at < clock_timestamp() AND name = ANY ($1)',
    [names],
  );
  return Number(rows[0]?.count ?? 0);
}
