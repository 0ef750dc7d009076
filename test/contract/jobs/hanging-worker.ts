/** Takes up a job and never ends it: `hanging-worker.ts <adapter> <url> <kind>`. Says `begun` once it has one. */
import { Redis } from 'ioredis';
import pg from 'pg';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { createPostgresJobs } from '../../../adapters/jobs/postgres.ts';
import { LEASE_MS } from './lease.ts';

const [adapter, url = '', name = ''] = process.argv.slice(2);

const jobs =
  adapter === 'bullmq'
    ? createBullJobs({ redis: new Redis(url), leaseMs: LEASE_MS })
    : createPostgresJobs({ pool: new pg.Pool({ connectionString: url }), leaseMs: LEASE_MS });

const run = () => {
  console.log('begun');
  return new Promise<never>(() => {});
};
jobs.work([{ name, everyMs: 365 * 24 * 60 * 60_000, run }], ({ error }) => console.error(error));
