import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { compareSchema, migrate } from '../../adapters/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import committed from './migrations.json' with { type: 'json' };

const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url);
const HASHES: Readonly<Record<string, string>> = committed;

/** Returns the problems with a migration, each with a fix. */
async function checkMigration(name: string): Promise<readonly string[]> {
  const content = await readFile(new URL(name, MIGRATIONS_FOLDER)).catch(() => null);
  if (!content) return [`${name} is missing, but databases have run it. Restore it.`];
  const hash = createHash('sha256').update(content).digest('hex');
  if (HASHES[name] === hash) return [];
  return HASHES[name] === undefined
    ? [`${name} is new. When it is final, add "${name}": "${hash}" to test/platform/migrations.json.`]
    : [
        `${name} was edited, but databases that have run it do not run it again. Undo the edit and add a new migration.`,
      ];
}

test('committed migrations do not change', async () => {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.ts'));
  const migrationNames = [...new Set([...names, ...Object.keys(HASHES)])];
  expect((await Promise.all(migrationNames.map(checkMigration))).flat()).toEqual([]);
});

/** Replaces the records of the squashed migrations with records of two of the migrations that they replaced. */
const recordReplacedMigrations = (database: TestDatabase, lastName: string) =>
  database.pool.query(
    `WITH squashed AS (DELETE FROM migrations WHERE name LIKE '2026112219%')
     INSERT INTO migrations (name, batch, migration_time)
     SELECT name, 1, now() FROM unnest($1::text[]) AS name`,
    [['20261121100000_event_log.ts', lastName]],
  );

const listExecutedMigrations = async ({ pool }: TestDatabase): Promise<readonly string[]> =>
  (await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(
    ({ name }) => name,
  );

test('a database that has run all replaced migrations skips the squashed ones', async () => {
  const database = await createDatabase();
  try {
    const squashedMigrations = await listExecutedMigrations(database);
    await recordReplacedMigrations(database, '20261122180000_trail_tables.ts');
    expect(await compareSchema(database.ownerUrl)).toBe('older');
    expect(await migrate(database.ownerUrl)).toEqual([]);
    expect(await listExecutedMigrations(database)).toEqual(squashedMigrations);
    expect(await compareSchema(database.ownerUrl)).toBe('current');
  } finally {
    await database.drop();
  }
});

test('a database that has run only some replaced migrations is refused and not changed', async () => {
  const database = await createDatabase();
  try {
    await recordReplacedMigrations(database, '20261122170000_devices.ts');
    const previousMigrations = await listExecutedMigrations(database);
    await expect(migrate(database.ownerUrl)).rejects.toThrow('up to the migration 20261122170000_devices.ts');
    expect(await listExecutedMigrations(database)).toEqual(previousMigrations);
  } finally {
    await database.drop();
  }
});
