import { composeSystem } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { migrate } from '../../adapters/migrate.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { kindra } from '../support/kindra-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('a fresh database is migrated, and migrating it again changes nothing', async () => {
  const done = await database.pool.query('SELECT name FROM migrations');
  expect(done.rowCount).toBeGreaterThan(0);
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
});

test('what callers make the API read has an end, what takes hours has none', async () => {
  const settings = parseSettings({
    DATABASE_URL: database.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
  });
  const system = await composeSystem(settings, createLogger('silent'), { role: 'system', attach: true });
  const limitOf = async (pool: typeof system.pool) => (await pool.query('SHOW statement_timeout')).rows[0];
  try {
    expect(await limitOf(system.apiPool)).toEqual({ statement_timeout: '12s' });
    expect(await limitOf(system.pool)).toEqual({ statement_timeout: '0' });
  } finally {
    await system.close();
  }
});

test('a command of a newer version leaves the database as it is', async () => {
  const older = await freshDatabase();
  const newest = '(SELECT max(name) FROM migrations)';
  const { rows } = await older.pool.query(`DELETE FROM migrations WHERE name = ${newest} RETURNING name`);
  const names = async () => (await older.pool.query('SELECT name FROM migrations')).rows;
  try {
    const before = await names();
    expect(await kindra(older.url, 'status')).toEqual({
      status: 1,
      output: '',
      errors: 'The database is of an older version of Kindra; start the system to upgrade it.\n',
    });
    expect(rows).toHaveLength(1);
    expect(await names()).toEqual(before);
  } finally {
    await older.drop();
  }
}, 60_000);
