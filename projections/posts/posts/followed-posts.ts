import { listed } from '../../accounts/profiles/query.ts';
import { unseen } from '../../queryable.ts';
import { HIDDEN_BY_READER } from '../../social-graph/hidden/query.ts';

/** Whether authors show who are deactivated or banned. */
export const HIDDEN = unseen('$2', 'boolean');

/** What is taken down shows to staff; its author is not among those whom the reader follows. */
const STANDS = `(post.taken_down_at IS NULL OR ${HIDDEN})`;

/** Id of the post that a list goes on behind. */
export const BEHIND = unseen('$3', 'uuid');

/*
 * Two ways to the newest posts of those whom $1 follows, behind a post.
 *
 * Whoever follows many finds a page by going through everybody's posts from the newest on and asking of each whether
 * its author is followed; whoever follows few, or the silent, finds it faster by asking each author for the newest
 * posts. So the first way is tried on as many posts as one follows accounts, and if that does not fill the page the
 * second, which costs one look at each account: together never more than about twice the better of them.
 */

/** Ids of followed posts among the newest of all, newest first; as many are looked at as accounts are followed. */
export const followedAmongRecent = `
  SELECT passed.id FROM (
    SELECT post.id, post.author_id FROM read.posts post
    WHERE post.parent_id IS NULL AND post.id < ${BEHIND}
    ORDER BY post.id DESC
    LIMIT (SELECT counts.following FROM read.follow_counts counts WHERE counts.account_id = $1)
  ) passed
  WHERE (
    SELECT true FROM read.follows follow WHERE follow.follower_id = $1 AND follow.followee_id = passed.author_id
  )`;

/**
 * Ids of the newest posts of the accounts followed, so many of each at most: a page is among the posts of the accounts
 * whose newest posts are the newest. Nobody follows whom a block parts them from, so that mutes alone hide some here.
 */
export const newestByAuthor = (limit: number): string => `
  SELECT post.id FROM (
    SELECT follow.followee_id AS id FROM read.follows follow
    JOIN LATERAL (
      SELECT post.id FROM read.posts post
      WHERE post.author_id = follow.followee_id AND post.parent_id IS NULL AND post.id < ${BEHIND} AND ${STANDS}
      ORDER BY post.id DESC LIMIT 1
    ) newest ON true
    JOIN LATERAL (
      SELECT FROM read.profiles author
      WHERE author.id = follow.followee_id AND ${listed(HIDDEN, 'author')} LIMIT 1
    ) author ON true
    WHERE follow.follower_id = $1 AND follow.followee_id <> ALL (${HIDDEN_BY_READER})
    ORDER BY newest.id DESC LIMIT ${limit}
  ) author
  JOIN LATERAL (
    SELECT post.id FROM read.posts post
    WHERE post.author_id = author.id AND post.parent_id IS NULL AND post.id < ${BEHIND} AND ${STANDS}
    ORDER BY post.id DESC LIMIT ${limit}
  ) post ON true
  ORDER BY post.id DESC LIMIT ${limit}`;
