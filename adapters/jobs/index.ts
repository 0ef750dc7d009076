import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Jobs } from '../../domain/ports/jobs.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { createPostgresJobs } from './postgres.ts';

export interface OpenJobsOptions {
  readonly pool: Pool;
  readonly redis: Redis | undefined;
  readonly tracing: Tracing;
}

/** Opens the jobs of the system: by BullMQ where there is a Redis, in PostgreSQL otherwise. */
export async function openJobs({
  pool,
  redis,
  tracing,
}: OpenJobsOptions): Promise<Jobs & { readonly close: () => Promise<void> }> {
  if (!redis) return { ...createPostgresJobs({ pool, tracing }), close: async () => {} };
  const { createBullJobs } = await import('./bullmq.ts');
  return createBullJobs({ redis, tracing });
}
