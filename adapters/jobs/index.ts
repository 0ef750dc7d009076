import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Tracing } from '../../domain/ports/tracing.ts';
import type { BullJobs } from './bullmq.ts';

interface JobQueueOptions {
  readonly pool: Pool;
  readonly redis: Redis | undefined;
  readonly tracing: Tracing;
}

/** Opens the job queue, in Redis if it is configured, otherwise in PostgreSQL. Loads BullMQ on first use. */
export function openJobQueue({ pool, redis, tracing }: JobQueueOptions): BullJobs {
  let jobsPromise: Promise<BullJobs> | undefined;

  async function loadJobs(): Promise<BullJobs> {
    const [{ createBullJobs }, { createPostgresServer, createRedisServer }] = await Promise.all([
      import('./bullmq.ts'),
      import('./servers.ts'),
    ]);
    return createBullJobs({ server: redis ? createRedisServer(redis) : createPostgresServer(pool), tracing });
  }
  const loadJobsOnce = (): Promise<BullJobs> => {
    jobsPromise ??= loadJobs();
    return jobsPromise;
  };

  return {
    work: (...work) => {
      const pendingWorker = loadJobsOnce().then((jobs) => jobs.work(...work));
      return { close: async () => (await pendingWorker).close() };
    },
    countWaiting: async () => (await loadJobsOnce()).countWaiting(),
    close: async () => (await jobsPromise)?.close(),
  };
}
