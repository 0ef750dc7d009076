import { Redis } from 'ioredis';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { createRedisServer } from '../../../adapters/jobs/servers.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { jobsContract } from './contract.ts';
import { LEASE_MS } from './lease.ts';

let server: TestRedis;
const opened: { readonly close: () => Promise<void> }[] = [];

/** Opens a queue with its own connection, like a separate process. */
function open(queueName: string) {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 3 });
  redis.on('error', () => {});
  const jobs = createBullJobs({ server: createRedisServer(redis), leaseMs: LEASE_MS, queueName });
  opened.push({
    close: async () => {
      await jobs.close();
      redis.disconnect();
    },
  });
  return jobs;
}

beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  for (const one of opened.splice(0)) await one.close();
  await server.stop();
});

describe('a job in Redis', () => {
  jobsContract(() => ({ open, address: ['redis', server.url] }));
});
