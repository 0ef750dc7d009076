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
  const newDatabase = await createDatabase();
  try {
    await newDatabase.pool.query(
      `INSERT INTO migrations (name, batch, migration_time) VALUES ('29990101000000_later.ts', 2, now())`,
    );
    const TOKEN_SECRET = 'a secret of thirty-two characters or more';
    const settings = parseSettings({ DATABASE_URL: newDatabase.url, TOKEN_SECRET });
    const startup = composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
    await expect(startup).rejects.toThrow(
      new StartupError(
        'The database belongs to a newer version of Kindra. Start that version or a newer one.',
      ),
    );
    expect((await runKindraCommand(newDatabase.url, 'events')).status).toBe(0);
  } finally {
    await newDatabase.drop();
  }
}, 180_000);

test('limits the duration of API statements, but not of long operations', async () => {
  const settings = parseSettings({
    DATABASE_URL: database.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
  });
  const system = await composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
  const getTimeout = async (pool: typeof system.pool) => (await pool.query('SHOW statement_timeout')).rows[0];
  try {
    expect(await getTimeout(system.apiPool)).toEqual({ statement_timeout: '12s' });
    expect(await getTimeout(system.pool)).toEqual({ statement_timeout: '0' });
  } finally {
    await system.close();
  }
});

test('a reading command changes nothing and waits for a running migration', async () => {
  const newDatabase = await createDatabase();
  const lockHolder = await newDatabase.pool.connect();
  const newestMigration = '(SELECT max(name) FROM migrations)';
  const isCommandWaiting = async (): Promise<boolean> =>
    (
      await newDatabase.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
      )
    ).rowCount === 1;
  try {
    await lockHolder.query('UPDATE migrations_lock SET is_locked = 1');
    const { rows } = await lockHolder.query(
      `DELETE FROM migrations WHERE name = ${newestMigration} RETURNING *`,
    );
    await lockHolder.query('SELECT pg_advisory_lock(7255310001)');
    const { result } = startKindra(newDatabase.url, 'status', '--json');
    await waitUntil(isCommandWaiting);
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
    await newDatabase.drop();
  }
}, 180_000);

test('a command of a newer version does not change the database', async () => {
  const olderDatabase = await createDatabase();
  const newestMigration = '(SELECT max(name) FROM migrations)';
  const { rows } = await olderDatabase.pool.query(
    `DELETE FROM migrations WHERE name = ${newestMigration} RETURNING name`,
  );
  const listMigrations = async () => (await olderDatabase.pool.query('SELECT name FROM migrations')).rows;
  try {
    const previousMigrations = await listMigrations();
    expect(await runKindraCommand(olderDatabase.url, 'status')).toEqual({
      status: 1,
      output: '',
      errors: 'The database belongs to an older version of Kindra. Start the system to upgrade it.\n',
    });
    expect(rows).toHaveLength(1);
    expect(await listMigrations()).toEqual(previousMigrations);
  } finally {
    await olderDatabase.drop();
  }
}, 180_000);
