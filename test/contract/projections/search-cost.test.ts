import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { SearchResult, SearchType } from '../../../contract/search.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import type { Paging } from '../../../projections/paging.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { searchProjection } from '../../../projections/search/entries/project.ts';
import { searchByType } from '../../../projections/search/entries/query.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createId } from '../../support/projections/history.ts';
import { countRowsRead, readWithPlans } from '../../support/projections/plans.ts';

const PERSON_COUNT = 20_000;
const POST_COUNT = 10_000;
/**
 * Maximum number of rows that a search is allowed to read from a table: the newest rows and those found by an index.
 */
const MAX_ROWS = 4_500;
const MAX_BLOCKS = 2_500;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  const people = Array.from({ length: PERSON_COUNT }, (_, n) => createAccountId(n));
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
     SELECT id, 'person' || n, 'person' || n, 'Maria', 'USER', true, now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n)`,
    [people],
  );
  await pool.query(
    `INSERT INTO read.search_people (id, owner_id, name, alias, text)
     SELECT id, id, CASE WHEN n = $2 THEN 'maria' WHEN n = 1 THEN 'guadalupe xirgu' ELSE 'maria ' || md5(n::text) END,
       'person' || n, ''
     FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n)`,
    [people, PERSON_COUNT],
  );
  const posts = Array.from({ length: POST_COUNT }, (_, n) => createId(9, n));
  await pool.query(
    `INSERT INTO read.posts (id, author_id, text, published_at, comments, likes, views)
     SELECT id, $1, '', now(), 0, 0, 0 FROM unnest($2::uuid[]) id`,
    [people[0], posts],
  );
  await pool.query(
    `INSERT INTO read.search_posts (id, author_id, text)
     SELECT id, $1, CASE WHEN n = 1 THEN 'dog xylophone' ELSE 'dog ' || md5(n::text) END
     FROM unnest($2::uuid[]) WITH ORDINALITY AS post (id, n)`,
    [people[0], posts],
  );
  await pool.query('VACUUM ANALYZE read.profiles, read.search_people, read.posts, read.search_posts');
});
afterAll(() => database.drop());

interface SearchCost {
  readonly results: readonly SearchResult[];
  /** Number of rows read from the table with the most reads. */
  readonly rows: number;
  readonly blocks: number;
}

async function search(type: SearchType, text: string, paging: Paging = { page: 1 }): Promise<SearchCost> {
  const { result, plans } = await readWithPlans(database.pool, (db: Queryable) =>
    searchByType(db, null, type, text, paging),
  );
  const tables = ['search_people', 'search_posts', 'profiles', 'posts'];
  return {
    results: result.items,
    rows: Math.max(...tables.map((table) => countRowsRead(table, plans))),
    blocks: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
  };
}

test.each([
  ['people by a word that few names contain', 'PERSON', 'xirgu', 1],
  ['people by a name that almost all have', 'PERSON', 'maria', 20],
  ['people by two misspelled words', 'PERSON', 'guadelupe xigru', 1],
  ['people by a misspelled word and one that almost all have', 'PERSON', 'maria guadelupe', 0],
  ['posts by a word that all contain', 'POST', 'dog', 10],
  ['posts by a word that only the oldest contains', 'POST', 'xylophone', 1],
  ['posts by a common and a rare word', 'POST', 'dogs xylophones', 1],
  ['posts by a word that none contains', 'POST', 'cat', 0],
] as const)('a search for %s reads little', async (_, type, text, resultCount) => {
  const { results, rows, blocks } = await search(type, text);
  expect(results).toHaveLength(resultCount);
  expect(rows).toBeLessThan(MAX_ROWS);
  expect(blocks).toBeLessThan(MAX_BLOCKS);
});

test('the last page of a common word reads little', async () => {
  const cursor = Buffer.from(JSON.stringify(['found-posts', createId(9, 5)])).toString('base64url');
  const { results, rows } = await search('POST', 'dog', { cursor });
  expect(results).toHaveLength(5);
  expect(rows).toBeLessThan(MAX_ROWS);
});

test('the person with exactly this name is first, although more people have names that begin with it than are ranked', async () => {
  const { results } = await search('PERSON', 'maria');
  expect(results[0]).toMatchObject({ profile: { id: createAccountId(PERSON_COUNT - 1) } });
});

test('the indexes of words exist after a rebuild, without lists of pending entries', async () => {
  const { pool } = database;
  const log = createMemoryEventLog();
  await rebuild({ log, pool, projection: searchProjection });
  const { rows } = await pool.query<{ name: string; options: readonly string[] | null }>(
    `SELECT relation.relname AS name, relation.reloptions AS options FROM pg_class relation
      JOIN pg_am method ON method.oid = relation.relam AND method.amname = 'gin'
      WHERE relation.relname LIKE 'search_%' AND relation.relnamespace = 'read'::regnamespace ORDER BY 1`,
  );
  const tablesWithNames = ['animals', 'crowdfundings', 'organizations', 'people'];
  const names = tablesWithNames.flatMap((table) => [`search_${table}_document`, `search_${table}_label`]);
  expect(rows).toEqual(
    [...names, 'search_posts_document'].sort().map((name) => ({ name, options: ['fastupdate=off'] })),
  );
  await log.close();
});
