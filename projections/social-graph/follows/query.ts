import { isActive } from '../../../common/account-state-sql.ts';
import type { ProfileRow } from '../../../contract/shapes.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { countListedFollowers, isListed } from '../../accounts/profiles/listed.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import { PROFILE_POSITION } from '../../accounts/profiles/query.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import {
  canSeeHidden,
  createPageStatement,
  getViewerId,
  type PositionedRow,
  type Queryable,
  type Viewer,
} from '../../queryable.ts';
import { isNotBlocked, isNotHidden } from '../hidden/query.ts';

const PAGE_SIZE = 20;
const MAX_SUGGESTIONS = 5;

interface ProfileRowRecord extends SummaryRow, PositionedRow {
  readonly id: AccountId;
  readonly since: string;
  readonly followed: boolean;
}

const toProfileRow = (row: ProfileRowRecord): ProfileRow => ({
  ...toProfileSummary(row.id, row),
  isItFollowed: row.followed,
});

const IS_FOLLOWED = `EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id)`;

/**
 * Creates a query for a list of follows, newest first. It filters by the column `side` and returns the
 * accounts in the column `other`. Excludes accounts that block the current user or are blocked by the current
 * user.
 */
const createFollowListQuery = (
  name: string,
  side: 'follower_id' | 'followee_id',
  other: 'follower_id' | 'followee_id',
) => {
  const order = orderByNewest(name, 'since');
  const text = `
    SELECT profile.id, ${SUMMARY_COLUMNS}, listed.since, ${IS_FOLLOWED} AS followed, ${PROFILE_POSITION}
    FROM read.follows listed JOIN read.profiles profile ON profile.id = listed.${other}
    WHERE listed.${side} = $2 AND listed.since < $3 AND ${isListed('$4')}
      AND ($4 OR ${isNotBlocked('profile.id')})
    ORDER BY listed.since DESC LIMIT ${PAGE_SIZE + 1}`;
  return async (
    db: Queryable,
    viewer: Viewer | null,
    accountId: AccountId,
    paging: Paging,
  ): Promise<Page<ProfileRow>> => {
    const { key, skip } = toPageStart(order, paging, PAGE_SIZE);
    const values = [getViewerId(viewer), accountId, ...key, canSeeHidden(viewer)];
    const { rows } = await db.query<ProfileRowRecord>(createPageStatement(name, text, values, skip));
    return buildPage(order, PAGE_SIZE, rows, toProfileRow);
  };
};

/** Lists the followers of an account, newest first. */
export const listFollowers = createFollowListQuery('followers', 'followee_id', 'follower_id');

/** Lists the accounts that an account follows, newest first. */
export const listFollowing = createFollowListQuery('following', 'follower_id', 'followee_id');

/**
 * Lists profiles by id, in any order. Excludes profiles that are hidden from the current user, block the
 * current user or are blocked by the current user.
 */
export async function listProfilesByIds(
  db: Queryable,
  viewer: Viewer | null,
  ids: readonly AccountId[],
): Promise<readonly ProfileRow[]> {
  const { rows } = await db.query<ProfileRowRecord>({
    name: 'profiles-by-ids',
    text: `
      SELECT profile.id, ${SUMMARY_COLUMNS}, ${IS_FOLLOWED} AS followed
      FROM read.profiles profile
      WHERE profile.id = ANY ($3::uuid[]) AND ${isListed('$2')} AND ${isNotBlocked('profile.id')}`,
    values: [getViewerId(viewer), canSeeHidden(viewer), ids],
  });
  return rows.map(toProfileRow);
}

/** Creates a query for the accounts of one kind with the most followers that the current user does not follow yet. */
const createSuggestionsQuery =
  (isOrganization: boolean) =>
  async (db: Queryable, viewer: Viewer | null): Promise<readonly ProfileRow[]> => {
    const { rows } = await db.query<ProfileRowRecord>({
      name: isOrganization ? 'suggested-organizations' : 'suggested-profiles',
      text: `
        SELECT profile.id, ${SUMMARY_COLUMNS}, false AS followed, ${PROFILE_POSITION}
        FROM read.follow_counts counts JOIN read.profiles profile ON profile.id = counts.account_id
        WHERE counts.organization = ${isOrganization} AND ${isActive()}
          AND profile.id <> $1 AND NOT ${IS_FOLLOWED} AND ${isNotHidden('profile.id')}
        ORDER BY counts.followers DESC, counts.account_id DESC LIMIT ${MAX_SUGGESTIONS}`,
      values: [getViewerId(viewer)],
    });
    return rows.map(toProfileRow);
  };

/** Lists at most five suggested profiles. */
export const listSuggestedProfiles = createSuggestionsQuery(false);

/** Lists at most five suggested organizations. */
export const listSuggestedOrganizations = createSuggestionsQuery(true);

/**
 * Returns the number of an account's followers and whether the current user follows it, or null when the
 * account does not exist.
 */
export async function findFollowerCount(
  db: Queryable,
  viewer: Viewer | null,
  accountId: AccountId,
): Promise<{ readonly followers: number; readonly isItFollowed: boolean } | null> {
  const { rows } = await db.query<{ followers: number; followed: boolean }>({
    name: 'followers-of',
    text: `SELECT ${countListedFollowers('$3')} AS followers, EXISTS (
        SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = counts.account_id) AS followed
      FROM read.follow_counts counts WHERE counts.account_id = $2`,
    values: [getViewerId(viewer), accountId, canSeeHidden(viewer)],
  });
  const row = rows[0];
  return row ? { followers: row.followers, isItFollowed: row.followed } : null;
}
