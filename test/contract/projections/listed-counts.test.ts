import { findProfileByKey } from '../../../projections/accounts/profiles/query.ts';
import { loadPostCounts } from '../../../projections/posts/posts/counts.ts';
import * as posts from '../../../projections/posts/posts/query.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createPostId } from '../../support/projections/history.ts';
import { countRowsRead, readWithPlans } from '../../support/projections/plans.ts';

const PERSON_COUNT = 2_000;
const HIDDEN_ACCOUNTS = 200;
const POST_COUNT = 11;
const COMMENT_COUNT = 500;
/**
 * Maximum number of table and index pages that a page of posts is allowed to read: a few per post, regardless of the
 * number of comments.
 */
const MAX_BLOCKS = 400;
const author = PERSON_COUNT + 1;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  const people = Array.from({ length: PERSON_COUNT + 2 }, (_, n) => createAccountId(n));
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, closed, registered_at)
     SELECT id, 'nick' || n, 'nick' || n, 'Name', 'USER', true, CASE WHEN n <= $2 THEN 'BANNED' END, now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n)`,
    [people, HIDDEN_ACCOUNTS],
  );
  await pool.query(
    `INSERT INTO read.posts (id, author_id, text, published_at, comments, likes, views)
     SELECT id, $2, 'Text', now(), ${COMMENT_COUNT}, 0, 0 FROM unnest($1::uuid[]) AS post (id)`,
    [Array.from({ length: POST_COUNT }, (_, n) => createPostId(n)), createAccountId(author)],
  );
  await pool.query(
    `INSERT INTO read.posts (id, author_id, text, parent_id, published_at, comments, likes, views)
     SELECT gen_random_uuid(), person.id, 'Text', post.id, now(), 0, 0, 0
     FROM read.posts post CROSS JOIN (
       SELECT id FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n) WHERE n % $2 = 1
     ) person`,
    [people.slice(0, PERSON_COUNT), PERSON_COUNT / COMMENT_COUNT],
  );
  // Most posts have few comments, so the planner expects few comments for every post.
  await pool.query(
    `INSERT INTO read.posts (id, author_id, text, parent_id, published_at, comments, likes, views)
     SELECT gen_random_uuid(), id, 'Text', gen_random_uuid(), now(), 0, 0, 0
     FROM unnest($1::uuid[]) AS person (id) CROSS JOIN generate_series(1, 5)`,
    [people],
  );
  await pool.query(
    `INSERT INTO read.follows (follower_id, followee_id, since)
     SELECT id, $2, n FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n)`,
    [people.slice(0, PERSON_COUNT), createAccountId(author)],
  );
  await pool.query(
    `INSERT INTO read.follows (follower_id, followee_id, since)
     SELECT id, gen_random_uuid(), 0 FROM unnest($1::uuid[]) AS person (id) CROSS JOIN generate_series(1, 5)`,
    [people],
  );
  await pool.query(
    `INSERT INTO read.follow_counts (account_id, organization, followers, following) VALUES ($1, false, $2, 0)`,
    [createAccountId(author), PERSON_COUNT],
  );
  await pool.query('VACUUM ANALYZE');
});
afterAll(() => database.drop());

/** Returns the number of table and index pages that the SQL statements of a read access. */
async function countBlocks(read: (db: Queryable) => Promise<unknown>): Promise<number> {
  const { plans } = await readWithPlans(database.pool, read);
  return plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
}

test('a page of posts excludes comments of hidden accounts by few index lookups', async () => {
  const { items } = await posts.listForYouPosts(database.pool, null, { page: 1 });
  expect(items).toHaveLength(10);
  for (const { comments } of items) expect(comments).toBe(COMMENT_COUNT - HIDDEN_ACCOUNTS / 4);
  expect(await countBlocks((db) => posts.listForYouPosts(db, null, { page: 1 }))).toBeLessThan(MAX_BLOCKS);
  const [counts] = await loadPostCounts(database.pool, [createPostId(0)]);
  expect(counts?.comments).toBe(COMMENT_COUNT - HIDDEN_ACCOUNTS / 4);
});

test('skipped posts are not counted', async () => {
  const page = (number: number) => countBlocks((db) => posts.listForYouPosts(db, null, { page: number }));
  const [firstPageBlocks, secondPageBlocks] = [await page(1), await page(2)];
  expect(secondPageBlocks).toBeLessThan(firstPageBlocks / 2);
});

test('a profile counts its followers by reading hidden accounts, not all followers', async () => {
  const read = (db: Queryable) => findProfileByKey(db, null, `nick${author + 1}`);
  expect(await read(database.pool)).toMatchObject({
    followers: PERSON_COUNT - HIDDEN_ACCOUNTS,
    following: 0,
  });
  expect(await countBlocks(read)).toBeLessThan(HIDDEN_ACCOUNTS * 3);
});

describe('while thousands of accounts are hidden', () => {
  const INACTIVE_ACCOUNTS = 5_000;
  const LISTED_ITEMS = 60;
  /**
   * Maximum number of table and index pages that a read with one lookup per listed item is allowed to access. A
   * lookup reads some index pages and one table page.
   */
  const MAX_LOOKUP_BLOCKS = LISTED_ITEMS * 2 * 8;
  const popularAccount = PERSON_COUNT + 2;

  beforeAll(async () => {
    const { pool } = database;
    await pool.query(
      `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, closed, registered_at)
       SELECT gen_random_uuid(), 'gone' || n, 'gone' || n, 'Name', 'USER', true, 'INACTIVE', now()
       FROM generate_series(1, ${INACTIVE_ACCOUNTS}) n`,
    );
    await pool.query(
      `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
       VALUES ($1, 'popular', 'popular', 'Name', 'USER', true, now())`,
      [createAccountId(popularAccount)],
    );
    const accountIds = Array.from({ length: LISTED_ITEMS }, (_, n) => createAccountId(n));
    await pool.query(
      `INSERT INTO read.follows (follower_id, followee_id, since)
       SELECT id, $2, 0 FROM unnest($1::uuid[]) AS person (id) UNION ALL
       SELECT $2, id, 0 FROM unnest($1::uuid[]) AS person (id)`,
      [accountIds, createAccountId(popularAccount)],
    );
    await pool.query(
      `INSERT INTO read.follow_counts (account_id, organization, followers, following) VALUES ($1, false, $2, $2)`,
      [createAccountId(popularAccount), LISTED_ITEMS],
    );
    await pool.query('VACUUM ANALYZE');
  });

  test('a profile counts its own few followers, not all hidden accounts', async () => {
    const read = (db: Queryable) => findProfileByKey(db, null, 'popular');
    expect(await read(database.pool)).toMatchObject({ followers: 0, following: 0 });
    expect(await countBlocks(read)).toBeLessThan(MAX_LOOKUP_BLOCKS);
  });

  test('a page of posts counts its own comments, not those of all hidden accounts', async () => {
    const [counts] = await loadPostCounts(database.pool, [createPostId(0)]);
    expect(counts?.comments).toBe(COMMENT_COUNT - HIDDEN_ACCOUNTS / 4);
    const { plans } = await readWithPlans(database.pool, (db) => loadPostCounts(db, [createPostId(0)]));
    expect(countRowsRead('profiles', plans)).toBeLessThan(COMMENT_COUNT * 3);
  });
});
