import { accountEvents } from '../../../domain/accounts/events.ts';
import { postEvents } from '../../../domain/posts/events.ts';
import { socialGraphEvents } from '../../../domain/social-graph/events.ts';
import type { Check, GetCheckpoint } from './check.ts';
import { compareRows } from './check.ts';
import { createSocialCounter, type Recount, toTokenSql } from './recount.ts';

interface Fields {
  readonly [field: string]: unknown;
}

const PROFILES = `
  SELECT id, role, approved, closed, taken_down_reason AS "takenDown", picture_id AS "pictureId",
    to_char(erase_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "eraseAt" FROM read.profiles`;

const POSTS = `
  SELECT post.id, post.author_id AS author, post.parent_id AS parent, post.comments, post.likes, post.views,
    post.taken_down_reason AS "takenDown",
    coalesce(liked.rows, 0) AS "likeRows", coalesce(liked.token, 0)::text AS likers
  FROM read.posts post LEFT JOIN (
    SELECT post_id, count(*) AS rows, sum(${toTokenSql('account_id')}) AS token FROM read.post_likes GROUP BY post_id
  ) liked ON liked.post_id = post.id`;

const FOLLOWS = `
  SELECT counts.account_id AS id, counts.followers, counts.following,
    coalesce(followed.rows, 0) AS "followRows", coalesce(followed.token, 0)::text AS followees
  FROM read.follow_counts counts LEFT JOIN (
    SELECT follower_id, count(*) AS rows, sum(${toTokenSql('followee_id')}) AS token FROM read.follows GROUP BY follower_id
  ) followed ON followed.follower_id = counts.account_id`;

/** Creates a check that recomputes profiles, posts and follows without the projections' code. */
export function createSocialCheck(getCheckpoint: GetCheckpoint): Check {
  const limits = {
    profiles: getCheckpoint('profiles'),
    posts: getCheckpoint('posts'),
    follows: getCheckpoint('follows'),
  };
  const { count, result: recount } = createSocialCounter(limits);
  return {
    until: Math.max(limits.profiles, limits.posts, limits.follows),
    // All event types, so that no event that the counter needs is left out.
    types: Object.keys({ ...accountEvents, ...postEvents, ...socialGraphEvents }),
    selects: [PROFILES, POSTS, FOLLOWS],
    processEvent: count,
    compare: async (readRows) => [
      ...(await compareRows(readRows, 'profiles', 'profile', PROFILES, toProfileRows(recount))),
      ...(await compareRows(readRows, 'posts', 'post', POSTS, toPostRows(recount))),
      ...(await compareRows(readRows, 'follows', 'account', FOLLOWS, toFollowRows(recount))),
    ],
    countChecked: () => ({
      profiles: recount.accounts.size,
      posts: recount.posts.size,
      follows: sumFollowing(recount.follows.values()),
    }),
  };
}

const sumFollowing = (follows: Iterable<{ readonly following: number }>): number => {
  let total = 0;
  for (const { following } of follows) total += following;
  return total;
};

function* toProfileRows({ accounts }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, account] of accounts) yield [id, { ...account }];
}

function* toPostRows({ posts }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, { authorId, parentId, comments, likes, likers, views, takenDown }] of posts)
    yield [
      id,
      {
        author: authorId,
        parent: parentId,
        comments,
        likes,
        views,
        takenDown,
        likeRows: likes,
        likers: String(likers),
      },
    ];
}

function* toFollowRows({ follows }: Recount): Iterable<readonly [string, Fields]> {
  for (const [id, { followers, following, followees }] of follows)
    yield [id, { followers, following, followRows: following, followees: String(followees) }];
}
