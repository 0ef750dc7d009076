import type { BenchmarkDatabase } from './harness.ts';

export interface NetworkSize {
  readonly accounts: number;
  readonly posts: number;
  readonly follows: number;
  /** Number of accounts that the measured user follows. */
  readonly followees: number;
}

/** Creates an SQL function that generates entity ids (UUID version 7) from a timestamp, a kind and a number. */
const CREATE_ID_FUNCTION = `
  CREATE FUNCTION public.made_id(ms bigint, kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $body$
    SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || substr(md5(kind || ' ' || n), 1, 15))::uuid
  $body$`;

const INSERT_ACCOUNTS = `
  CREATE TABLE public.accounts AS
    SELECT n, public.made_id(1600000000000 + n * 1000, 1, n) AS id FROM generate_series(1::bigint, $accounts) n;
  ALTER TABLE public.accounts ADD PRIMARY KEY (n);
  INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, closed, registered_at)
    SELECT id, 'user' || n, 'user' || n, 'Somebody', CASE WHEN n % 50 = 0 THEN 'ORG' ELSE 'USER' END, true,
      CASE WHEN n % 97 = 0 THEN 'INACTIVE' END, to_timestamp(1600000000 + n)
    FROM public.accounts`;

/**
 * Inserts posts. The most active fifth of the accounts writes four fifths of the posts. One in ten posts is a comment.
 */
const INSERT_POSTS = `
  INSERT INTO read.posts (id, author_id, text, parent_id, published_at, comments, likes, views)
    SELECT public.made_id(1700000000000 + k * 60000, 2, k), author.id,
      'Post number ' || k || ', about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.',
      CASE WHEN k % 10 = 0 THEN public.made_id(1700000000000 + k / 2 * 60000, 2, k / 2) END,
      to_timestamp(1700000000 + k * 60), (random() * 5)::int, floor(power(random(), 4) * 200)::int, (random() * 1000)::int
    FROM generate_series(1::bigint, $posts) k
    JOIN public.accounts author ON author.n = CASE WHEN k % 5 = 0
      THEN 1 + (k * 7919) % $accounts ELSE 1 + ((k * 7919) % ($accounts / 5)) * 5 END;
  INSERT INTO read.post_likes
    SELECT post.id, account.id FROM read.posts post
    JOIN public.accounts account ON account.n = 2 + abs(hashtext(post.id::text)::bigint) % ($accounts - 1)
    WHERE post.likes > 20`;

const INSERT_FOLLOWS = `
  CREATE TABLE public.pairs AS
    SELECT DISTINCT follower, followee FROM (
      SELECT 3 + (k * 48271) % ($accounts - 2) AS follower, 1 + (k * 16807 + k / $accounts * 977) % $accounts AS followee
      FROM generate_series(1::bigint, $follows) k
      UNION ALL SELECT 2, 1 + (n - 1) * 5 * greatest($accounts / 5 / $followees, 1) FROM generate_series(1::bigint, $followees) n
    ) made WHERE follower <> followee;
  INSERT INTO read.follows
    SELECT follower.id, followee.id, row_number() OVER ()
    FROM public.pairs JOIN public.accounts follower ON follower.n = pairs.follower
    JOIN public.accounts followee ON followee.n = pairs.followee ORDER BY 1, 2;
  INSERT INTO read.follow_counts
    SELECT account.id, account.n % 50 = 0, coalesce(followers.count, 0), coalesce(following.count, 0)
    FROM public.accounts account
    LEFT JOIN (SELECT followee AS n, count(*) FROM public.pairs GROUP BY 1) followers USING (n)
    LEFT JOIN (SELECT follower AS n, count(*) FROM public.pairs GROUP BY 1) following USING (n)`;

const VACUUM_TABLES = ['profiles', 'posts', 'post_likes', 'follows', 'follow_counts'].map(
  (table) => `VACUUM ANALYZE read.${table}`,
);

/**
 * Fills the read models with SQL, without running projections.
 * @returns the id of the measured user, who has no followers
 */
export async function fillNetwork({ pool }: BenchmarkDatabase, size: NetworkSize): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`SET work_mem = '128MB'; SET synchronous_commit = off`);
    for (const text of [
      CREATE_ID_FUNCTION,
      ...[INSERT_ACCOUNTS, INSERT_POSTS, INSERT_FOLLOWS].flatMap((script) => script.split(';\n')),
      ...VACUUM_TABLES,
    ])
      await client.query(replaceSizes(text, size));
    const { rows } = await client.query<{ id: string }>('SELECT id FROM public.accounts WHERE n = 2');
    return rows[0]?.id ?? '';
  } finally {
    client.release();
  }
}

const replaceSizes = (text: string, { accounts, posts, follows, followees }: NetworkSize): string =>
  text
    .replaceAll('$accounts', String(accounts))
    .replaceAll('$posts', String(posts))
    .replaceAll('$followees', String(followees))
    .replaceAll('$follows', String(follows));
