import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '../../adapters/migrate.ts';
import { freshDatabase } from '../support/database.ts';
import committed from './migrations.json' with { type: 'json' };

const FOLDER = new URL('../../migrations/', import.meta.url);
const HASHES: Readonly<Record<string, string>> = committed;

/** What is wrong with a migration, and what to do about it. */
async function complaintOf(name: string): Promise<readonly string[]> {
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

test('migrations that were committed stay as they are', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts'));
  const all = [...new Set([...names, ...Object.keys(HASHES)])];
  expect((await Promise.all(all.map(complaintOf))).flat()).toEqual([]);
});

test('a database that has an index of an earlier form of a migration loses it', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    await client.query(`
      CREATE INDEX follows_followers_by_id ON read.follows (followee_id, follower_id);
      DELETE FROM migrations WHERE name = '20261121173500_no_index_of_followers.ts'`);
    expect(await migrate(database.ownerUrl)).toEqual(['20261121173500_no_index_of_followers.ts']);
    const { rows } = await client.query("SELECT to_regclass('read.follows_followers_by_id') AS found");
    expect(rows).toEqual([{ found: null }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
