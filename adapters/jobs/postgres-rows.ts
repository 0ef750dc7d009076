import type { Pool } from 'pg';
import type { JsonObject } from '../../domain/kernel/json.ts';
import { DEFAULT_ATTEMPTS, DEFAULT_FIRST_RETRY_MS, type NewJob } from '../../domain/ports/jobs.ts';
import type { Traceparent } from '../../domain/ports/tracing.ts';

/** A job that was taken up. */
export interface TakenJob {
  readonly name: string;
  readonly id: string;
  readonly data: JsonObject;
  readonly attempt: number;
  readonly attempts: number;
  readonly firstRetryMs: number;
  readonly traceparent: Traceparent | null;
}

/** For how long ids of ended jobs are remembered. */
const REMEMBERED = '7 days';

/** Keeps a job unless there is, or was, one of its id. */
export async function insertJob(
  pool: Pool,
  job: NewJob,
  traceparent: Traceparent | undefined,
): Promise<void> {
  const { name, id, data = {}, delayMs = 0 } = job;
  const { attempts = DEFAULT_ATTEMPTS, firstRetryMs = DEFAULT_FIRST_RETRY_MS } = job;
  await pool.query({
    name: 'insert-job',
    text: `INSERT INTO jobs.jobs (name, id, data, scheduled, due_at, attempts, first_retry_ms, traceparent)
           VALUES ($1, $2, $3, false, clock_timestamp() + $4 * interval '1 millisecond', $5, $6, $7)
           ON CONFLICT DO NOTHING`,
    values: [name, id, data, delayMs, attempts, firstRetryMs, traceparent],
  });
}

/**
 * Makes the repetition that is due, unless another process has made it or the one before is not ended. By the clock of
 * the database, time falls into stretches of `everyMs`; each has one repetition at most.
 */
export async function insertScheduled(pool: Pool, name: string, everyMs: number): Promise<void> {
  await pool.query({
    name: 'insert-scheduled-job',
    text: `INSERT INTO jobs.jobs (name, id, data, scheduled, due_at, attempts, first_retry_ms)
           SELECT $1, 'every-' || floor(extract(epoch FROM clock_timestamp()) * 1000 / $2::bigint), '{}', true,
                  clock_timestamp(), $3, $4
           WHERE NOT EXISTS (SELECT FROM jobs.jobs WHERE name = $1 AND scheduled AND ended_at IS NULL)
           ON CONFLICT DO NOTHING`,
    values: [name, everyMs, DEFAULT_ATTEMPTS, DEFAULT_FIRST_RETRY_MS],
  });
}

/** Takes up those that are due, oldest first. What is not renewed within the lease is due again. */
export async function takeJobs(
  pool: Pool,
  names: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<readonly TakenJob[]> {
  const { rows } = await pool.query<Omit<TakenJob, 'firstRetryMs'> & { first_retry_ms: string }>({
    name: 'take-jobs',
    text: `WITH due AS (
             SELECT name, id FROM jobs.jobs
             WHERE ended_at IS NULL AND due_at <= clock_timestamp() AND name = ANY ($1)
             ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE jobs.jobs AS job
           SET due_at = clock_timestamp() + $3 * interval '1 millisecond', attempt = attempt + 1
           FROM due WHERE job.name = due.name AND job.id = due.id
           RETURNING job.name, job.id, job.data, job.attempt, job.attempts, job.first_retry_ms, job.traceparent`,
    values: [names, limit, leaseMs],
  });
  return rows.map(({ first_retry_ms, ...row }) => ({ ...row, firstRetryMs: Number(first_retry_ms) }));
}

type Held = Pick<TakenJob, 'name' | 'id' | 'attempt'>;

/** Makes it due after so many milliseconds, unless another process has taken it up since. */
export async function putOff(pool: Pool, { name, id, attempt }: Held, ms: number): Promise<void> {
  await pool.query({
    name: 'put-off-job',
    text: `UPDATE jobs.jobs SET due_at = clock_timestamp() + $4 * interval '1 millisecond'
           WHERE name = $1 AND id = $2 AND attempt = $3 AND ended_at IS NULL`,
    values: [name, id, attempt, ms],
  });
}

/** It is done or given up, unless another process has taken it up since. Its data is forgotten, its id remembered. */
export async function endJob(pool: Pool, { name, id, attempt }: Held): Promise<void> {
  await pool.query({
    name: 'end-job',
    text: `UPDATE jobs.jobs SET ended_at = clock_timestamp(), data = '{}'
           WHERE name = $1 AND id = $2 AND attempt = $3`,
    values: [name, id, attempt],
  });
}

/** Forgets those that ended long ago. */
export async function forgetEnded(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM jobs.jobs WHERE ended_at < clock_timestamp() - interval '${REMEMBERED}'`);
}
