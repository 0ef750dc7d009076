import type pg from 'pg';

/** Number of inserted accounts. The tests create more through the API. */
export const ACCOUNT_COUNT = 2_000;
/** Number of inserted posts. */
export const POST_COUNT = 10_000;
/** Number of accounts that the caller follows. */
export const FOLLOWEE_COUNT = 200;

/** Returns an SQL expression for the id (UUID version 7) of the n-th entity of a kind. */
const createId = (kind: number, n: string): string =>
  `(lpad(to_hex(1600000000000 + ${n} * 60000), 12, '0') || '7' || lpad('${kind}', 3, '0') || '8'
    || substr(md5('${kind} ' || ${n}), 1, 15))::uuid`;

const STATEMENTS = [
  `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, closed, registered_at)
    SELECT ${createId(1, 'n')}, 'user' || n, 'user' || n, 'Somebody', 'USER', true,
      CASE WHEN n % 97 = 0 THEN 'INACTIVE' END, to_timestamp(1600000000 + n * 60)
    FROM generate_series(1::bigint, ${ACCOUNT_COUNT}) n`,
  `INSERT INTO read.follow_counts (account_id, organization, followers, following)
    SELECT ${createId(1, 'n')}, false, 0, 0 FROM generate_series(1::bigint, ${ACCOUNT_COUNT}) n`,
  `INSERT INTO read.posts (id, author_id, text, parent_id, published_at, comments, likes, views)
    SELECT ${createId(2, 'k')}, ${createId(1, `(1 + k * 7919 % ${ACCOUNT_COUNT})`)},
      'Post about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.',
      CASE WHEN k % 10 = 0 THEN ${createId(2, '(k / 2)')} END, to_timestamp(1600000000 + k * 60), 0, k % 50, 100
    FROM generate_series(1::bigint, ${POST_COUNT}) k`,
  `UPDATE read.posts SET comments = replies.count FROM (
      SELECT parent_id, count(*) FROM read.posts WHERE parent_id IS NOT NULL GROUP BY 1
    ) replies WHERE replies.parent_id = posts.id`,
];

/** Fills the read models with SQL. The rows are always the same. */
export async function fillNetwork(pool: pg.Pool): Promise<void> {
  for (const text of STATEMENTS) await pool.query(text);
}

/** Makes an account follow accounts in the network. */
export async function followAccounts(pool: pg.Pool, readerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO read.follows (follower_id, followee_id, since)
      SELECT $1, ${createId(1, 'n')}, n FROM generate_series(1::bigint, ${FOLLOWEE_COUNT}) n`,
    [readerId],
  );
  await pool.query(
    `INSERT INTO read.follow_counts (account_id, organization, followers, following) VALUES ($1, false, 0, $2)
      ON CONFLICT (account_id) DO UPDATE SET following = $2`,
    [readerId, FOLLOWEE_COUNT],
  );
}

/** Returns the ids of the newest posts by visible authors, newest first. */
export async function listNewestPosts(pool: pg.Pool, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT post.id FROM read.posts post JOIN read.profiles author ON author.id = post.author_id
      WHERE post.parent_id IS NULL AND author.state = 'ACTIVE' ORDER BY post.id DESC LIMIT $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of visible accounts in the network that `followAccounts` does not follow. */
export async function listOtherAccounts(pool: pg.Pool, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT profile.id FROM generate_series(${FOLLOWEE_COUNT + 1}::bigint, ${ACCOUNT_COUNT}) n
      JOIN read.profiles profile ON profile.id = ${createId(1, 'n')} AND profile.state = 'ACTIVE' ORDER BY n LIMIT $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Brings the database into a fixed state: fresh statistics, no dead rows, autovacuum disabled. */
export async function settleDatabase(pool: pg.Pool): Promise<void> {
  await pool.query(`DO $$
    DECLARE relation regclass;
    BEGIN
      FOR relation IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text NOT LIKE 'pg\\_%'
          AND relnamespace <> 'information_schema'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', relation);
      END LOOP;
    END $$`);
  await pool.query('VACUUM (ANALYZE, FREEZE)');
}
