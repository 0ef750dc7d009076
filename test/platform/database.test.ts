import { composeSystem } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { migrate } from '../../adapters/migrate.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { runKindraCommand, startKindra } from '../support/kindra-command.ts';
import { waitUntil } from '../support/wait.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('migrates a fresh database once', async () => {
  const migrations = await database.pool.query('SELECT name FROM migrations');
  expect(migrations.rowCount).toBeGreaterThan(0);
  expect(await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])).toEqual([[], []]);
});

test('refuses to start on the database of a newer version, except for reading commands', async () => {
  const fresh = await createDatabase();
  try {
    await fresh.pool.query(
      `INSERT INTO migrations (name, batch, migration_time) VALUES ('29990101000000_later.ts', 2, now())`,
    );
    const TOKEN_SECRET = 'a secret of thirty-two characters or more';
    const settings = parseSettings({ DATABASE_URL: fresh.url, TOKEN_SECRET });
    const starting = composeSystem(settings, createLogger('silent'), { role: 'system', attach: true });
    await expect(starting).rejects.toThrow(
      new StartupError(
        'The database belongs to a newer version of Kindra. Start that version or a newer one.',
      ),
    );
    expect((await runKindraCommand(fresh.url, 'events')).status).toBe(0);
  } finally {
    await fresh.drop();
  }
}, 180_000);

test('limits the duration of API statements, but not of long operations', async () => {
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

test('a reading command changes nothing and waits for a running migration', async () => {
  const fresh = await createDatabase();
  const lockHolder = await fresh.pool.connect();
  const newest = '(SELECT max(name) FROM migrations)';
  const isWaitedFor = async (): Promise<boolean> =>
    (
      await fresh.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
      )
    ).rowCount === 1;
  try {
    await lockHolder.query('UPDATE migrations_lock SET is_locked = 1');
    const { rows } = await lockHolder.query(`DELETE FROM migrations WHERE name = ${newest} RETURNING *`);
    await lockHolder.query('SELECT pg_advisory_lock(7255310001)');
    const { result } = startKindra(fresh.url, 'status', '--json');
    await waitUntil(isWaitedFor);
    const { id, name, batch, migration_time } = rows[0];
    await lockHolder.query('INSERT INTO migrations VALUES ($1, $2, $3, $4)', [
      id,
      name,
      batch,
      migration_time,
    ]);
    await lockHolder.query('SELECT pg_advisory_unlock(7255310001)');
    expect((await result).output).toContain('"position"');
    expect((await lockHolder.query('SELECT is_locked FROM migrations_lock')).rows).toEqual([
      { is_locked: 1 },
    ]);
  } finally {
    lockHolder.release();
    await fresh.drop();
  }
}, 180_000);

test('a command of a newer version does not change the database', async () => {
  const older = await createDatabase();
  const newest = '(SELECT max(name) FROM migrations)';
  const { rows } = await older.pool.query(`DELETE FROM migrations WHERE name = ${newest} RETURNING name`);
  const listNames = async () => (await older.pool.query('SELECT name FROM migrations')).rows;
  try {
    const before = await listNames();
    expect(await runKindraCommand(older.url, 'status')).toEqual({
      status: 1,
      output: '',
      errors: 'The database belongs to an older version of Kindra. Start the system to upgrade it.\n',
    });
    expect(rows).toHaveLength(1);
    expect(await listNames()).toEqual(before);
  } finally {
    await older.drop();
  }
}, 180_000);
