import { Redis } from 'ioredis';
import { createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { retryMs } from '../../../domain/ports/jobs.ts';
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

  test('that has failed and waits for its next attempt is not counted until then', async () => {
    const jobs = open();
    const failures: number[] = [];
    const run = async () => {
      throw new Error('not yet');
    };
    const worker = jobs.work([{ name: 'failing', everyMs: 365 * 24 * 60 * 60_000, run }], () => {
      failures.push(Date.now());
    });
    await until(() => failures.length === 2);
    await worker.close();
    await until(async () => (await jobs.waiting(['failing'])) === 1);
    expect(Date.now() - (failures[1] ?? 0)).toBeGreaterThanOrEqual(retryMs(2) * 0.9);
  });
});
