import { Redis } from 'ioredis';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/wait.ts';
import { jobsContract } from './contract.ts';
import { LEASE_MS } from './lease.ts';

let server: TestRedis;
const opened: { readonly close: () => Promise<void> }[] = [];

/** Jobs with a connection of their own, as each process has it. */
function open() {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 3 });
  redis.on('error', () => {});
  const jobs = createBullJobs({ redis, leaseMs: LEASE_MS });
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

describe('a job of BullMQ', () => {
  jobsContract(() => ({ open, address: ['bullmq', server.url] }));

  test('is counted once it is due, although nobody is there to do it', async () => {
    const jobs = open();
    const begun: number[] = [];
    const run = async () => begun.push(Date.now());
    const worker = jobs.work([{ name: 'counted', everyMs: 300, run }], () => {});
    await until(() => begun.length > 0);
    await worker.close();
    await until(async () => (await jobs.waiting(['counted'])) === 1);
    expect(await jobs.waiting(['other'])).toBe(0);
  });
});
