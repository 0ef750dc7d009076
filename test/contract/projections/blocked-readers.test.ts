import { listAvailableAnimals } from '../../../projections/adoption/animals/query.ts';
import { listCrowdfundings } from '../../../projections/crowdfunding/crowdfundings/query.ts';
import * as posts from '../../../projections/posts/posts/query.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import * as follows from '../../../projections/social-graph/follows/query.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createPostId } from '../../support/projections/history.ts';
import { countRowsRead, readWithPlans } from '../../support/projections/plans.ts';

const PERSON_COUNT = 40;
const BLOCKER_COUNT = 5_000;
/**
 * Maximum number of block rows that a page is allowed to read: a few per listed item, regardless of the number of
 * blockers.
 */
const MAX_ROWS_READ = 200;
const reader = { id: createAccountId(0), isStaff: false };

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  const people = Array.from({ length: PERSON_COUNT }, (_, n) => createAccountId(n));
  const postIds = people.map((_, n) => createPostId(n));
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
     SELECT id, id, id, 'Name', 'USER', true, now() FROM unnest($1::uuid[]) AS person (id)`,
    [people],
  );
  await pool.query(
    `INSERT INTO read.posts (id, author_id, text, published_at, comments, likes, views)
     SELECT id, author, 'Text', now(), 0, 0, 0 FROM unnest($1::uuid[], $2::uuid[]) AS post (id, author)`,
    [postIds, people],
  );
  await pool.query(
    `INSERT INTO read.follows (follower_id, followee_id, since)
     SELECT $1::uuid, id, n FROM unnest($2::uuid[]) WITH ORDINALITY AS person (id, n) WHERE id <> $1::uuid`,
    [reader.id, people],
  );
  await pool.query(
    `INSERT INTO read.follow_counts (account_id, organization, followers, following)
     SELECT id, false, 1, $2 FROM unnest($1::uuid[]) AS person (id)`,
    [people, PERSON_COUNT],
  );
  await pool.query(
    `INSERT INTO read.blocks (blocker_id, blocked_id, since)
     SELECT gen_random_uuid(), $1::uuid, n FROM generate_series(1, ${BLOCKER_COUNT}) n
     UNION ALL SELECT $2::uuid, $1::uuid, ${BLOCKER_COUNT + 1}`,
    [reader.id, createAccountId(PERSON_COUNT - 1)],
  );
  await pool.query(
    `INSERT INTO read.animals (id, owner_id, name, type, breed, age, sex, description, address, vaccinated,
       sterilized, image_hash, status, offered_at, search)
     SELECT id, id, 'Rex', 'DOG', 'Mixed', 5, 'M', '', '', true, true, '', 'AVAILABLE', now(), ''
     FROM unnest($1::uuid[]) AS person (id)`,
    [people],
  );
  await pool.query(
    `INSERT INTO read.crowdfundings (id, creator_id, title, description, goal_amount, duration_days, image_hash,
       status, created_at, started, donated, donations, refunded, refunds, released)
     SELECT id, id, 'A pond', '', 10000, 7, '', 'ACTIVE', now(), n, 0, 0, 0, 0, 0
     FROM unnest($1::uuid[]) WITH ORDINALITY AS person (id, n)`,
    [people],
  );
  await pool.query('ANALYZE');
});
afterAll(() => database.drop());

/** Returns the number of block rows that the SQL statements of a read access. */
async function countBlocks(read: (db: Queryable) => Promise<unknown>): Promise<number> {
  const { plans } = await readWithPlans(database.pool, read);
  return countRowsRead('blocks', plans);
}

const FIRST_PAGE = { page: 1 };

test.each<readonly [string, (db: Queryable) => Promise<unknown>]>([
  ['For you', (db) => posts.listForYouPosts(db, reader, FIRST_PAGE)],
  ['Following', (db) => posts.listFollowingPosts(db, reader, FIRST_PAGE)],
  ['posts of a profile', (db) => posts.listProfilePosts(db, reader, createAccountId(1), FIRST_PAGE)],
  ['whom somebody follows', (db) => follows.listFollowing(db, reader, reader.id, FIRST_PAGE)],
  ['suggestions', (db) => follows.listSuggestedProfiles(db, reader)],
  ['animals', (db) => listAvailableAnimals(db, reader, {}, FIRST_PAGE)],
  ['campaigns', (db) => listCrowdfundings(db, reader, {}, FIRST_PAGE)],
  ['crowdfundings by their end', (db) => listCrowdfundings(db, reader, { sort: 'ending' }, FIRST_PAGE)],
])('%s costs no more for a reader blocked by thousands', async (_, read) => {
  expect(await countBlocks(read)).toBeLessThan(MAX_ROWS_READ);
});

test('accounts that block the reader are still hidden', async () => {
  const { items } = await posts.listForYouPosts(database.pool, reader, FIRST_PAGE);
  expect(items.map(({ creatorData }) => creatorData.id)).not.toContain(createAccountId(PERSON_COUNT - 1));
  expect(items).toHaveLength(10);
});
