import { LATEST_SCHEMA_VERSION } from 'bullmq';
import type pg from 'pg';
import { type BullJobs, createBullJobs } from '../../../adapters/jobs/bullmq.ts';
import { createPostgresServer } from '../../../adapters/jobs/servers.ts';
import { MAX_ATTEMPTS } from '../../../domain/ports/jobs.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';
import { testJobs } from './contract.ts';
import { LEASE_MS } from './lease.ts';

let database: TestDatabase;
let pool: pg.Pool;

/** Opens a queue with its own connections, as in a separate process. */
const open = (queueName: string): BullJobs =>
  createBullJobs({ server: createPostgresServer(pool), leaseMs: LEASE_MS, queueName });

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("the migrations bring BullMQ's tables to its version", async () => {
  const { rows } = await pool.query('SELECT max(version) AS version FROM bullmq.migration');
  expect(rows).toEqual([{ version: LATEST_SCHEMA_VERSION }]);
});

describe('jobs in PostgreSQL', () => {
  testJobs(() => ({ open, address: ['postgres', database.url] }));

  test('a job is given up after its last attempt', async () => {
    const attempts: number[] = [];
    const run = async () => {
      throw new Error('never');
    };
    const kind = { name: 'hopeless', everyMs: 2_000, run };
    const jobs = open('hopeless');
    const worker = jobs.work([kind], ({ attempt }) => void attempts.push(attempt));
    await waitUntil(() => attempts.length > 0);
    await database.pool.query(
      `UPDATE bullmq.job SET attempts_made = $1, attempts_started = $1, process_at_ms = 0
       WHERE name = 'hopeless' AND attempts_made = 1`,
      [MAX_ATTEMPTS - 1],
    );
    await waitUntil(() => attempts.includes(MAX_ATTEMPTS));
    await worker.close();
    await jobs.close();
    const { rows } = await database.pool.query(
      `SELECT state FROM bullmq.job WHERE name = 'hopeless' AND attempts_made = $1`,
      [MAX_ATTEMPTS],
    );
    expect(rows).toEqual([{ state: 'failed' }]);
  });

  test('a job is repeated after an outage of the database', async () => {
    const startTimes: number[] = [];
    let attemptCount = 0;
    const kind = { name: 'persistent', everyMs: 300, run: async () => startTimes.push(Date.now()) };
    const jobs = open('persistent');
    const worker = jobs.work(
      [kind],
      () => {},
      () => {
        attemptCount += 1;
      },
    );
    await waitUntil(() => startTimes.length > 0);
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    );
    const countsBefore = { begun: startTimes.length, reached: attemptCount };
    await waitUntil(() => startTimes.length > countsBefore.begun + 1 && attemptCount > countsBefore.reached);
    await worker.close();
    await jobs.close();
  });
});
