/**
 * Starts a job and never completes it: `hanging-worker.ts <store> <url> <name>`. `name` is used for both the queue and
 * the job. Prints `begun` when the job starts.
 */
import { Redis } from 'ioredis';
import pg from 'pg';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { createPostgresServer, createRedisServer } from '../../../adapters/jobs/servers.ts';
import { LEASE_MS } from './lease.ts';

const [store, url = '', name = ''] = process.argv.slice(2);

const server =
  store === 'redis'
    ? createRedisServer(new Redis(url))
    : createPostgresServer(new pg.Pool({ connectionString: url }));
const jobs = createBullJobs({ server, leaseMs: LEASE_MS, queueName: name });

const run = () => {
  console.log('begun');
  return new Promise<never>(() => {});
};
jobs.work([{ name, everyMs: 365 * 24 * 60 * 60_000, run }], ({ error }) => console.error(error));
