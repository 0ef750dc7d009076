import type { AccountId } from '../../../domain/kernel/ids.ts';
import {
  listed,
  listedFollowers,
  type ProfileSummary,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from '../../accounts/profiles/query.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { type Queryable, seesHidden, type Viewer, viewerId } from '../../queryable.ts';
import { met, notBlocked } from '../hidden/query.ts';

/** A row of a list of profiles. */
export interface ProfileRow extends ProfileSummary {
  readonly isItFollowed: boolean;
}

const LIST_SIZE = 20;
const SUGGESTIONS = 5;

interface RowRecord extends SummaryRow {
  readonly id: AccountId;
  readonly since: string;
  readonly followed: boolean;
}

const rowOf = (row: RowRecord): ProfileRow => ({ ...summaryOf(row.id, row), isItFollowed: row.followed });

const FOLLOWED = `EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id)`;

/** A list of follows, newest first: of one side of them, showing the other; without whom a block hides from the reader. */
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
    const values = [viewerId(viewer), accountId, ...key, seesHidden(viewer)];
    const { rows } = await db.query<RowRecord>(
      skip === 0 ? { name, text, values } : { text: `${text} OFFSET $5`, values: [...values, skip] },
    );
    return pageOf(order, LIST_SIZE, rows, (row) => [Number(row.since)], rowOf);
  };
};

/** Who follows an account, newest first. */
export const followersPage = listOf('followers', 'followee_id', 'follower_id');

/** Whom an account follows, newest first. */
export const followingPage = listOf('following', 'follower_id', 'followee_id');

/** The most followed accounts of one kind that the reader does not follow already, never the reader. */
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

/** At most five people to follow. */
export const suggestedProfiles = suggestionsOf(false);

/** At most five organizations to follow. */
export const suggestedOrganizations = suggestionsOf(true);

/** How many follow an account, and whether the reader does; null when there is no such account. */
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
    values: [viewerId(viewer), accountId, seesHidden(viewer)],
  });
  const row = rows[0];
  return row ? { followers: row.followers, isItFollowed: row.followed } : null;
}
