import pg from 'pg';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { freshDatabase, type TestDatabase } from '../../support/database.ts';
import { fanOutContract } from './contract.ts';

let database: TestDatabase;
const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' });

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await away.end();
  await database.drop();
});

const cut = async (): Promise<void> => {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  );
};

describe('a message by PostgreSQL', () => {
  fanOutContract(() => ({
    open: () => createPostgresFanOut(database.pool),
    unreachable: () => createPostgresFanOut(away),
    cut,
    database,
  }));
});
