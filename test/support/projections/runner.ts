import type pg from 'pg';
import { acquireLeases, type Lease } from '../../../projections/engine/leases.ts';
import type { RunnerOptions } from '../../../projections/engine/runner.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';

const OLD_WORKER = '01980000-0000-7000-8000-00000000aaaa';

/** Acquires the lease of the posts projection for a worker that does not renew it. */
export async function acquireOldLease(pool: pg.Pool): Promise<Lease> {
  await pool.query(`INSERT INTO engine.checkpoints (projection) VALUES ('posts')`);
  const [lease] = await acquireLeases(pool, OLD_WORKER, ['posts']);
  if (!lease) throw new Error('The lease is held by another worker.');
  return lease;
}

/** Returns options for `runProjection` on a log that loses no events. Default projection: posts. */
export const createRunnerOptions = (
  options: Partial<RunnerOptions> & Pick<RunnerOptions, 'lease' | 'reader' | 'writer'>,
): RunnerOptions => ({
  projection: postsProjection,
  waitForEvents: async () => false,
  isInLog: async () => true,
  hasEvent: async () => true,
  onProgress: () => {},
  onFailure: async () => {},
  ...options,
});
