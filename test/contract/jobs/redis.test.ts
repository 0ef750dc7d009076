import { Redis } from 'ioredis';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { createRedisServer } from '../../../adapters/jobs/servers.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type OpenJobs, testJobs } from './contract.ts';
import { LEASE_MS } from './lease.ts';

let server: TestRedis;

/** Opens a queue with its own connection, as in a separate process. */
function open(queueName: string): OpenJobs {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 3 });
  redis.on('error', () => {});
  const jobs = createBullJobs({ server: createRedisServer(redis), leaseMs: LEASE_MS, queueName });
  return {
    ...jobs,
    close: async () => {
      await jobs.close();
      redis.disconnect();
    },
  };
}

beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await server.stop();
});

describe('jobs in Redis', () => {
  testJobs(() => ({ open, address: ['redis', server.url] }));
});
