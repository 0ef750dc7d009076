import { createPostgresJobs } from '../../../adapters/jobs/postgres.ts';
import { freshDatabase, type TestDatabase } from '../../support/database.ts';
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
});
