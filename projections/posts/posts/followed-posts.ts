import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import { HIDDEN_BY_VIEWER } from '../../social-graph/hidden/query.ts';

/** SQL condition that is true if the current user sees posts by deactivated and banned authors. */
export const CAN_SEE_HIDDEN = opaqueParameter('$2', 'boolean');

/**
 * SQL condition: a post is not taken down, or the current user is staff. It needs no exception for the current user's
 * own posts, because users cannot follow themselves.
 */
const IS_NOT_TAKEN_DOWN = `(post.taken_down_at IS NULL OR ${CAN_SEE_HIDDEN})`;

/** SQL for the id of the post after which the page starts. */
export const START_AFTER = opaqueParameter('$3', 'uuid');

/*
 * Two strategies to find the newest posts of the accounts that $1 follows, after a post.
 *
 * If the current user follows many accounts, the fastest way to fill a page is to scan all posts from the
 * newest and check whether each author is followed. If the user follows few or inactive accounts, it is faster
 * to look up the newest posts of each followed account. The first strategy scans as many posts as the user
 * follows accounts. If that does not fill the page, the second strategy runs, which costs one lookup per
 * account. Together, they cost at most about twice as much as the better one alone.
 */

/**
 * SQL for the ids of posts by followed accounts, newest first. Scans the newest posts of all accounts. The number of
 * scanned posts is the number of accounts that the current user follows.
 */
export const SELECT_RECENT_FOLLOWED = `
  SELECT passed.id FROM (
    SELECT post.id, post.author_id FROM read.posts post
    WHERE post.parent_id IS NULL AND post.id < ${START_AFTER}
    ORDER BY post.id DESC
    LIMIT (SELECT counts.following FROM read.follow_counts counts WHERE counts.account_id = $1)
  ) passed
  WHERE (
    SELECT true FROM read.follows follow WHERE follow.follower_id = $1 AND follow.followee_id = passed.author_id
  )`;

/**
 * Returns SQL for the ids of the newest posts by followed accounts, at most `limit` per account. Only considers the
 * `limit` accounts with the newest posts, because a page cannot contain posts by other accounts. A block ends the
 * follows in both directions, so only mutes can hide accounts here.
 */
export const selectNewestByAuthor = (limit: number): string => `
  SELECT post.id FROM (
    SELECT follow.followee_id AS id FROM read.follows follow
    JOIN LATERAL (
      SELECT post.id FROM read.posts post
      WHERE post.author_id = follow.followee_id AND post.parent_id IS NULL AND post.id < ${START_AFTER} AND ${IS_NOT_TAKEN_DOWN}
      ORDER BY post.id DESC LIMIT 1
    ) newest ON true
    JOIN LATERAL (
      SELECT FROM read.profiles author
      WHERE author.id = follow.followee_id AND ${isListed(CAN_SEE_HIDDEN, 'author')} LIMIT 1
    ) author ON true
    WHERE follow.follower_id = $1 AND follow.followee_id <> ALL (${HIDDEN_BY_VIEWER})
    ORDER BY newest.id DESC LIMIT ${limit}
  ) author
  JOIN LATERAL (
    SELECT post.id FROM read.posts post
    WHERE post.author_id = author.id AND post.parent_id IS NULL AND post.id < ${START_AFTER} AND ${IS_NOT_TAKEN_DOWN}
    ORDER BY post.id DESC LIMIT ${limit}
  ) post ON true
  ORDER BY post.id DESC LIMIT ${limit}`;
