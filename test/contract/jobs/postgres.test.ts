import { createPostgresJobs } from '../../../adapters/jobs/postgres.ts';
import { MOST_ATTEMPTS } from '../../../domain/ports/jobs.ts';
import { freshDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/wait.ts';
import { jobsContract } from './contract.ts';
import { LEASE_MS } from './lease.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('a job in PostgreSQL', () => {
  jobsContract(() => ({
    open: () => createPostgresJobs({ pool: database.pool, leaseMs: LEASE_MS, lookEveryMs: 20 }),
    address: ['postgres', database.url],
  }));

  const due = (name: string, attempt = 0) =>
    database.pool.query(
      `INSERT INTO jobs.jobs (name, id, due_at, attempt) VALUES ($1, 'one', clock_timestamp(), $2)`,
      [name, attempt],
    );

  test('is counted once it is due, although nobody is there to do it', async () => {
    await due('counted');
    const jobs = createPostgresJobs({ pool: database.pool });
    expect(await jobs.waiting(['counted', 'other'])).toBe(1);
    expect(await jobs.waiting(['other'])).toBe(0);
  });

  test('is given up after its last attempt', async () => {
    await due('hopeless', MOST_ATTEMPTS - 1);
    const jobs = createPostgresJobs({ pool: database.pool, lookEveryMs: 20 });
    const attempts: number[] = [];
    const run = async () => {
      throw new Error('never');
    };
    const kind = { name: 'hopeless', everyMs: 60_000, run };
    const worker = jobs.work([kind], ({ attempt }) => void attempts.push(attempt));
    // The next one begins anew.
    await until(() => attempts.length === 2);
    await worker.close();
    expect(attempts).toEqual([MOST_ATTEMPTS, 1]);
  });
});
