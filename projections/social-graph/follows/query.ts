import type { ProfileRow } from '../../../contract/shapes.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import {
  listed,
  listedFollowers,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from '../../accounts/profiles/query.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { canSeeHidden, pageStatement, type Queryable, type Viewer, viewerId } from '../../queryable.ts';
import { met, notBlocked } from '../hidden/query.ts';

const LIST_SIZE = 20;
const SUGGESTIONS = 5;

interface RowRecord extends SummaryRow {
  readonly id: AccountId;
  readonly since: string;
  readonly followed: boolean;
}

const rowOf = (row: RowRecord): ProfileRow => ({ ...summaryOf(row.id, row), isItFollowed: row.followed });

const FOLLOWED = `EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id)`;

/**
 * Creates a query for a list of follows, newest first. It selects by `side` and shows `other`, without
 * accounts separated from the reader by a block.
 */
const listOf = (name: string, side: 'follower_id' | 'followee_id', other: 'follower_id' | 'followee_id') => {
  const order: Order = { name, kinds: ['whole'], start: [LAST_WHOLE] };
  const text = `
    SELECT profile.id, ${SUMMARY_COLUMNS}, listed.since, ${FOLLOWED} AS followed
    FROM read.follows listed JOIN read.profiles profile ON profile.id = listed.${other}
    WHERE listed.${side} = $2 AND listed.since < $3 AND ${listed('$4')}
      AND ($4 OR ${notBlocked('profile.id')})
    ORDER BY listed.since DESC LIMIT ${LIST_SIZE + 1}`;
  return async (
    db: Queryable,
    viewer: Viewer | null,
    accountId: AccountId,
    paging: Paging,
  ): Promise<Page<ProfileRow>> => {
    const { key, skip } = startOf(order, paging, LIST_SIZE);
    const values = [viewerId(viewer), accountId, ...key, canSeeHidden(viewer)];
    const { rows } = await db.query<RowRecord>(pageStatement(name, text, values, skip));
    return pageOf(order, LIST_SIZE, rows, (row) => [Number(row.since)], rowOf);
  };
};

/** Followers of an account, newest first. */
export const followersPage = listOf('followers', 'followee_id', 'follower_id');

/** Accounts that an account follows, newest first. */
export const followingPage = listOf('following', 'follower_id', 'followee_id');

/**
 * The most followed accounts of one kind, without the reader and the accounts that the reader already
 * follows.
 */
const suggestionsOf =
  (organization: boolean) =>
  async (db: Queryable, viewer: Viewer | null): Promise<readonly ProfileRow[]> => {
    const { rows } = await db.query<RowRecord>({
      name: organization ? 'suggested-organizations' : 'suggested-profiles',
      text: `
        SELECT profile.id, ${SUMMARY_COLUMNS}, false AS followed
        FROM read.follow_counts counts JOIN read.profiles profile ON profile.id = counts.account_id
        WHERE counts.organization = ${organization} AND profile.state = 'ACTIVE'
          AND profile.id <> $1 AND NOT ${FOLLOWED} AND ${met('profile.id')}
        ORDER BY counts.followers DESC, counts.account_id DESC LIMIT ${SUGGESTIONS}`,
      values: [viewerId(viewer)],
    });
    return rows.map(rowOf);
  };

/** At most five suggested profiles. */
export const suggestedProfiles = suggestionsOf(false);

/** At most five suggested organizations. */
export const suggestedOrganizations = suggestionsOf(true);

/**
 * Number of followers of an account, and whether the reader follows it; null when there is no such account.
 */
export async function followersOf(
  db: Queryable,
  viewer: Viewer | null,
  accountId: AccountId,
): Promise<{ readonly followers: number; readonly isItFollowed: boolean } | null> {
  const { rows } = await db.query<{ followers: number; followed: boolean }>({
    name: 'followers-of',
    text: `SELECT ${listedFollowers('$3')} AS followers, EXISTS (
        SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = counts.account_id) AS followed
      FROM read.follow_counts counts WHERE counts.account_id = $2`,
    values: [viewerId(viewer), accountId, canSeeHidden(viewer)],
  });
  const row = rows[0];
  return row ? { followers: row.followers, isItFollowed: row.followed } : null;
}
