import type pg from 'pg';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { Problem } from './problem.ts';
import { type Limits, type Recount, recount, tokenSql } from './recount.ts';

/** What was compared, and what is wrong. */
export interface ReadModelCheck {
  readonly events: number;
  readonly profiles: number;
  readonly posts: number;
  readonly follows: number;
  readonly problems: readonly Problem[];
}

interface Fields {
  readonly [field: string]: unknown;
}

const PAGE = 10_000;

const PROFILES = `SELECT id, role, approved, closed FROM read.profiles`;

const POSTS = `
  SELECT post.id, post.author_id AS author, post.parent_id AS parent, post.comments, post.likes, post.views,
    coalesce(liked.rows, 0) AS "likeRows", coalesce(liked.token, 0)::text AS likers
  FROM read.posts post LEFT JOIN (
    SELECT post_id, count(*) AS rows, sum(${tokenSql('account_id')}) AS token FROM read.post_likes GROUP BY post_id
  ) liked ON liked.post_id = post.id`;

const FOLLOWS = `
  SELECT counts.account_id AS id, counts.followers, counts.following,
    coalesce(followed.rows, 0) AS "followRows", coalesce(followed.token, 0)::text AS followees
  FROM read.follow_counts counts LEFT JOIN (
    SELECT follower_id, count(*) AS rows, sum(${tokenSql('followee_id')}) AS token FROM read.follows GROUP BY follower_id
  ) followed ON followed.follower_id = counts.account_id`;

/**
 * Counts everything anew from the log and compares it with the read models, each as it stood at its checkpoint when
 * the check began; what happens meanwhile does not matter. Tables that a rebuild has swapped meanwhile are not those
 * of the beginning, so that all is counted once more then.
 */
export async function checkReadModels(
  pool: pg.Pool,
  rawLog: EventLog,
  onProgress: (events: number) => void,
): Promise<ReadModelCheck> {
  for (;;) {
    const check = await checkOnce(pool, rawLog, onProgress);
    if (check) return check;
  }
}

/** Null when a read model was swapped during the check. */
async function checkOnce(
  pool: pg.Pool,
  rawLog: EventLog,
  onProgress: (events: number) => void,
): Promise<ReadModelCheck | null> {
  const client = await pool.connect();
  try {
    const tables = await tablesNow(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The transaction does nothing while the log is read, for as long as that takes.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const limits = await limitsOf(client);
    const counted = await recount(rawLog, limits, onProgress);
    const problems = [
      ...(await compare(client, 'profile', PROFILES, profilesOf(counted))),
      ...(await compare(client, 'post', POSTS, postsOf(counted))),
      ...(await compare(client, 'account', FOLLOWS, followsOf(counted))),
    ];
    if ((await tablesNow(client)) !== tables) return null;
    const { accounts, posts, follows, events } = counted;
    return { events, profiles: accounts.size, posts: posts.size, follows: sum(follows.values()), problems };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}

/** Which tables have the names of the read models now, whatever the transaction's snapshot shows. */
async function tablesNow(client: pg.ClientBase): Promise<string> {
  const names = ['profiles', 'posts', 'post_likes', 'follows', 'follow_counts'];
  const { rows } = await client.query<{ oid: string }>(
    `SELECT to_regclass('read.' || name)::oid::text AS oid FROM unnest($1::text[]) AS name`,
    [names],
  );
  return rows.map(({ oid }) => oid).join(' ');
}

const sum = (follows: Iterable<{ readonly following: number }>): number => {
  let total = 0;
  for (const { following } of follows) total += following;
  return total;
};

async function limitsOf(client: pg.ClientBase): Promise<Limits> {
  const { rows } = await client.query<{ projection: string; position: string }>(
    'SELECT projection, position FROM engine.checkpoints',
  );
  const positionOf = (name: string): number =>
    Number(rows.find(({ projection }) => projection === name)?.position ?? 0);
  return { profiles: positionOf('profiles'), posts: positionOf('posts'), follows: positionOf('follows') };
}

function* profilesOf({ accounts }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, { role, approved, closed }] of accounts) yield [id, { role, approved, closed }];
}

function* postsOf({ posts }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, { authorId, parentId, comments, likes, likers, views }] of posts)
    yield [
      id,
      { author: authorId, parent: parentId, comments, likes, views, likeRows: likes, likers: String(likers) },
    ];
}

function* followsOf({ follows }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, { followers, following, followees }] of follows)
    yield [id, { followers, following, followRows: following, followees: String(followees) }];
}

/** Compares rows by their ids, field by field. Numbers that PostgreSQL sends as texts count as numbers. */
async function compare(
  client: pg.ClientBase,
  kind: string,
  select: string,
  expected: Iterable<readonly [string, Fields]>,
): Promise<readonly Problem[]> {
  const missing = new Map(expected);
  const problems: Problem[] = [];
  for await (const { id, ...actual } of rowsOf(client, select)) {
    const wanted = missing.get(id);
    missing.delete(id);
    if (!wanted) problems.push({ kind: `unexpected-${kind}`, subject: id, expected: null, actual });
    else problems.push(...fieldProblems(id, wanted, actual));
  }
  for (const [id, wanted] of missing)
    problems.push({ kind: `missing-${kind}`, subject: id, expected: wanted, actual: null });
  return problems;
}

const fieldProblems = (subject: string, wanted: Fields, actual: Fields): readonly Problem[] =>
  Object.keys(wanted)
    .filter((field) => String(wanted[field]) !== String(actual[field]))
    .map((field) => ({
      kind: field,
      subject,
      expected: wanted[field],
      actual: plain(wanted[field], actual[field]),
    }));

const plain = (like: unknown, value: unknown): unknown => (typeof like === 'number' ? Number(value) : value);

async function* rowsOf(client: pg.ClientBase, select: string): AsyncGenerator<Fields & { id: string }> {
  await client.query(`DECLARE checked NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const { rows } = await client.query<Fields & { id: string }>(`FETCH ${PAGE} FROM checked`);
    yield* rows;
    if (rows.length < PAGE) break;
  }
  await client.query('CLOSE checked');
}
