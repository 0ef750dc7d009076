import { isActive, isInactive } from '../../../common/account-state-sql.ts';

/**
 * Returns an SQL condition for listed accounts. Everybody sees active accounts, staff also see hidden ones,
 * and nobody sees erased ones.
 * @param isStaff SQL for whether the current user is staff, who see hidden accounts
 */
export const isListed = (isStaff: string, profile = 'profile'): string =>
  `(${isActive(profile)} OR ${isStaff} AND ${profile}.nickname <> '')`;

/** Returns the negation of `isListed`, in a form that can use the index on unlisted accounts. */
const isUnlisted = (isStaff: string): string =>
  `${isInactive('gone')} AND NOT (${isStaff} AND gone.nickname <> '')`;

/** SQL for the number of unlisted items. Reads the smaller set: the items or the inactive accounts. */
const countBySmallerSet = (countColumn: string, countByItem: string, countByAccount: string): string => `(
  CASE WHEN ${countColumn} > 0 THEN
    CASE WHEN EXISTS (SELECT FROM read.profiles gone WHERE ${isInactive('gone')} OFFSET ${countColumn})
      THEN ${countByItem} ELSE ${countByAccount} END
  ELSE 0 END)::integer`;

const countUnlistedByItem = (items: string, account: string, isStaff: string): string => `(
  SELECT count(*) FROM ${items} AND (
    SELECT true FROM read.profiles gone WHERE gone.id = ${account} AND ${isUnlisted(isStaff)}))`;

/**
 * Returns SQL for the number of unlisted comments on `post`. If there are fewer inactive accounts than
 * comments, all comments are read from an index, and the accounts are read once per page. `IS TRUE` prevents
 * a join, which would read the accounts again for each post.
 */
export const countUnlistedComments = (isStaff: string): string => {
  const replies = 'read.posts reply WHERE reply.parent_id = post.id';
  const countByAuthor = `(SELECT count(*) FROM ${replies}
    AND (reply.author_id IN (SELECT gone.id FROM read.profiles gone WHERE ${isUnlisted(isStaff)})) IS TRUE)`;
  return countBySmallerSet(
    'post.comments',
    countUnlistedByItem(replies, 'reply.author_id', isStaff),
    countByAuthor,
  );
};

type FollowSide = 'follower_id' | 'followee_id';

const countListedFollows = (
  countColumn: string,
  side: FollowSide,
  other: FollowSide,
  isStaff: string,
): string => {
  const follows = `read.follows f WHERE f.${side} = counts.account_id`;
  const countByAccount = `(SELECT count(*) FROM read.profiles gone WHERE ${isUnlisted(isStaff)} AND (
    SELECT true FROM ${follows} AND f.${other} = gone.id))`;
  return `counts.${countColumn} - ${countBySmallerSet(`counts.${countColumn}`, countUnlistedByItem(follows, `f.${other}`, isStaff), countByAccount)}`;
};

/** Returns SQL for the number of listed followers. `counts` is the account's row in `read.follow_counts`. */
export const countListedFollowers = (isStaff: string): string =>
  countListedFollows('followers', 'followee_id', 'follower_id', isStaff);

/** Returns SQL for the number of listed accounts that the account of `counts` follows. */
export const countListedFollowing = (isStaff: string): string =>
  countListedFollows('following', 'follower_id', 'followee_id', isStaff);
