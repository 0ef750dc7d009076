import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { compareSchema, migrate } from '../../adapters/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import committed from './migrations.json' with { type: 'json' };

const FOLDER = new URL('../../migrations/', import.meta.url);
const HASHES: Readonly<Record<string, string>> = committed;

/** Returns the problems of a migration, and how to solve them. */
async function checkMigration(name: string): Promise<readonly string[]> {
  const content = await readFile(new URL(name, FOLDER)).catch(() => null);
  if (!content)
    return [`${name} is gone: databases have run it, and none that lacks it may look newer. Bring it back.`];
  const hash = createHash('sha256').update(content).digest('hex');
  if (HASHES[name] === hash) return [];
  return HASHES[name] === undefined
    ? [
        `${name} is new: once it is as it shall stay, add "${name}": "${hash}" to test/platform/migrations.json.`,
      ]
    : [
        `${name} was edited: databases that have run it would never get the change. Undo that, and add a new migration.`,
      ];
}

test('committed migrations do not change', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts'));
  const all = [...new Set([...names, ...Object.keys(HASHES)])];
  expect((await Promise.all(all.map(checkMigration))).flat()).toEqual([]);
});

/** Marks the migrations before the squashed ones as executed, up to one of them. */
const runBeforeSquash = (database: TestDatabase, last: string) =>
  database.pool.query(
    `WITH squashed AS (DELETE FROM migrations WHERE name LIKE '2026112219%')
     INSERT INTO migrations (name, batch, migration_time)
     SELECT name, 1, now() FROM unnest($1::text[]) AS name`,
    [['20261121100000_event_log.ts', last]],
  );

const listRecorded = async ({ pool }: TestDatabase): Promise<readonly string[]> =>
  (await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(
    ({ name }) => name,
  );

test('a database that has run all the replaced migrations needs none of the squashed ones', async () => {
  const database = await createDatabase();
  try {
    const squashed = await listRecorded(database);
    await runBeforeSquash(database, '20261122180000_trail_tables.ts');
    expect(await compareSchema(database.ownerUrl)).toBe('older');
    expect(await migrate(database.ownerUrl)).toEqual([]);
    expect(await listRecorded(database)).toEqual(squashed);
    expect(await compareSchema(database.ownerUrl)).toBe('current');
  } finally {
    await database.drop();
  }
});

test('a database that has run only some of the replaced migrations is refused and not changed', async () => {
  const database = await createDatabase();
  try {
    await runBeforeSquash(database, '20261122170000_devices.ts');
    const before = await listRecorded(database);
    await expect(migrate(database.ownerUrl)).rejects.toThrow('up to the migration 20261122170000_devices.ts');
    expect(await listRecorded(database)).toEqual(before);
  } finally {
    await database.drop();
  }
});
