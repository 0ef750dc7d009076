import type { Role } from '../../../domain/accounts/events.ts';
import { type AccountId, type Instant, isUuid } from '../../../domain/kernel/ids.ts';
import { caseless } from '../../../domain/kernel/text.ts';
import type { AccountStanding } from '../../../domain/ports/sessions.ts';
import { FIRST_ID, LAST_ID, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { type Queryable, seesHidden, type Viewer, viewerId } from '../../queryable.ts';

/** Who somebody is, in short. */
export interface ProfileSummary {
  readonly id: AccountId;
  readonly idProfile: AccountId;
  readonly nickname: string;
  readonly profileName: string;
  readonly role: Role;
}

/** A profile as its page shows it. */
export interface Profile extends ProfileSummary {
  readonly approved: boolean;
  readonly followers: number;
  readonly following: number;
  readonly creationDate: Instant;
  readonly isItFollowed: boolean;
}

/** What a session must know of its account. */
export interface SessionProfile extends ProfileSummary {
  readonly approved: boolean;
  readonly state: AccountStanding;
}

/** Columns of `read.profiles` that a summary is made of; the table's alias is `profile`. */
export const SUMMARY_COLUMNS = 'profile.nickname, profile.profile_name, profile.role';

/** A row with the columns of a summary. */
export interface SummaryRow {
  readonly nickname: string;
  readonly profile_name: string;
  readonly role: Role;
}

/** Makes a summary of a row. */
export const summaryOf = (id: AccountId, row: SummaryRow): ProfileSummary => ({
  id,
  idProfile: id,
  nickname: row.nickname,
  profileName: row.profile_name,
  role: row.role,
});

interface ProfileRecord extends SummaryRow {
  readonly id: AccountId;
  readonly approved: boolean;
  readonly registered_at: Date;
  readonly category: string | null;
  readonly followers: number;
  readonly following: number;
  readonly followed: boolean;
}

const profileOf = (row: ProfileRecord): Profile => ({
  ...summaryOf(row.id, row),
  approved: row.approved,
  followers: row.followers,
  following: row.following,
  creationDate: row.registered_at.toISOString(),
  isItFollowed: row.followed,
});

/**
 * The condition that an account shows in lists: to staff also while it is out of sight, but never once it is erased.
 * @param hidden what tells whether the reader sees hidden accounts, in SQL
 */
export const listed = (hidden: string, profile = 'profile'): string =>
  `(${profile}.state = 'ACTIVE' OR ${hidden} AND ${profile}.nickname <> '')`;

/** Those accounts that do not, which an index of their own knows. */
const unlisted = (hidden: string): string =>
  `gone.state <> 'ACTIVE' AND NOT (${hidden} AND gone.nickname <> '')`;

/**
 * How many of some things are not listed: by a look at each thing, or by a look for each account that does not show,
 * whichever are fewer. Asking which costs no more than they do.
 */
const fewerLooks = (count: string, forThings: string, forAccounts: string): string => `(
  CASE WHEN ${count} > 0 THEN
    CASE WHEN EXISTS (SELECT FROM read.profiles gone WHERE gone.state <> 'ACTIVE' OFFSET ${count})
      THEN ${forThings} ELSE ${forAccounts} END
  ELSE 0 END)::integer`;

const oneByOne = (things: string, account: string, hidden: string): string => `(
  SELECT count(*) FROM ${things} AND (
    SELECT true FROM read.profiles gone WHERE gone.id = ${account} AND ${unlisted(hidden)}))`;

/**
 * Comments of `post` that are not listed. Where fewer accounts do not show than it has comments, all of these are gone
 * through in an index, and the accounts are read once for a page, whose posts may have the same: `IS TRUE` keeps the
 * server from making a join of it, for each post anew.
 */
export const unlistedComments = (hidden: string): string => {
  const replies = 'read.posts reply WHERE reply.parent_id = post.id';
  const among = `(SELECT count(*) FROM ${replies}
    AND (reply.author_id IN (SELECT gone.id FROM read.profiles gone WHERE ${unlisted(hidden)})) IS TRUE)`;
  return fewerLooks('post.comments', oneByOne(replies, 'reply.author_id', hidden), among);
};

type Side = 'follower_id' | 'followee_id';

/** Follows of the account of `counts` as far as they are listed. */
const listedFollows = (count: string, side: Side, other: Side, hidden: string): string => {
  const follows = `read.follows f WHERE f.${side} = counts.account_id`;
  const ofGone = `(SELECT count(*) FROM read.profiles gone WHERE ${unlisted(hidden)} AND (
    SELECT true FROM ${follows} AND f.${other} = gone.id))`;
  return `counts.${count} - ${fewerLooks(`counts.${count}`, oneByOne(follows, `f.${other}`, hidden), ofGone)}`;
};

/** Followers of the account of `counts`. */
export const listedFollowers = (hidden: string): string =>
  listedFollows('followers', 'followee_id', 'follower_id', hidden);

const listedFollowing = (hidden: string): string =>
  listedFollows('following', 'follower_id', 'followee_id', hidden);

/** $1 is the reader. */
const profilesAsSeen = (hidden: string): string => `
  SELECT profile.id, ${SUMMARY_COLUMNS}, profile.approved, profile.registered_at, profile.category,
    coalesce(${listedFollowers(hidden)}, 0) AS followers, coalesce(${listedFollowing(hidden)}, 0) AS following,
    EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id) AS followed
  FROM read.profiles profile LEFT JOIN read.follow_counts counts ON counts.account_id = profile.id`;

async function oneProfile(
  db: Queryable,
  viewer: Viewer | null,
  by: 'id' | 'nickname_key',
  value: string,
): Promise<Profile | null> {
  const { rows } = await db.query<ProfileRecord>({
    name: `profile-by-${by}`,
    text: `${profilesAsSeen('$3')} WHERE profile.${by} = $2 AND (profile.state = 'ACTIVE' OR $3) LIMIT 1`,
    values: [viewerId(viewer), value, seesHidden(viewer)],
  });
  return rows[0] ? profileOf(rows[0]) : null;
}

/** The profile of a nickname, in any case; null when nobody has it, or for others than staff when it is out of sight. */
export const profileByNickname = (db: Queryable, viewer: Viewer | null, nickname: string) =>
  oneProfile(db, viewer, 'nickname_key', caseless(nickname));

/** The profile of an account, by the same rules. */
export const profileById = (db: Queryable, viewer: Viewer | null, id: AccountId) =>
  oneProfile(db, viewer, 'id', id);

/** What stands in the place of the name of an account that others than staff do not see. */
const HIDDEN = 'Hidden account';

/**
 * Nickname and profile name of an account where it did something that stays: both left out while it is out of sight for
 * the reader. An erased one has no nickname, and a name that says so.
 * @param hidden what tells whether the reader sees hidden accounts, in SQL
 */
export const publicName = (hidden: string): string => `
  CASE WHEN profile.state = 'ACTIVE' OR ${hidden} THEN profile.nickname ELSE '' END AS nickname,
  CASE WHEN profile.state = 'ACTIVE' OR profile.nickname = '' OR ${hidden}
    THEN profile.profile_name ELSE '${HIDDEN}' END AS profile_name`;

/** The profile that a path names by its nickname or by its id. No nickname looks like an id. */
export const profileByKey = (db: Queryable, viewer: Viewer | null, key: string) =>
  isUuid(key.toLowerCase()) ? profileById(db, viewer, key.toLowerCase()) : profileByNickname(db, viewer, key);

/** The account of a session whatever its state; null when there is none, or none any more. */
export async function sessionProfile(db: Queryable, id: AccountId): Promise<SessionProfile | null> {
  const { rows } = await db.query<SummaryRow & { approved: boolean; state: AccountStanding }>({
    name: 'session-profile',
    text: `SELECT ${SUMMARY_COLUMNS}, profile.approved, profile.state FROM read.profiles profile WHERE profile.id = $1`,
    values: [id],
  });
  const row = rows[0];
  return row ? { ...summaryOf(id, row), approved: row.approved, state: row.state } : null;
}

const OLDEST_FIRST: Order = { name: 'awaiting', kinds: ['id'], start: [FIRST_ID] };
const LIST_SIZE = 20;

/** An organization that awaits approval, with its kind. */
export interface AwaitingOrganization extends Profile {
  readonly category: string;
}

/** Organizations that await approval, oldest first; for staff. */
export async function awaitingOrganizations(
  db: Queryable,
  viewer: Viewer,
  paging: Paging,
): Promise<Page<AwaitingOrganization>> {
  const { key, skip } = startOf(OLDEST_FIRST, paging, LIST_SIZE);
  const { rows } = await db.query<ProfileRecord>({
    text: `${profilesAsSeen('true')} WHERE profile.state = 'NOT_APPROVED' AND profile.id > $2
      ORDER BY profile.id LIMIT ${LIST_SIZE + 1} OFFSET $3`,
    values: [viewer.id, ...key, skip],
  });
  return pageOf(
    OLDEST_FIRST,
    LIST_SIZE,
    rows,
    (row) => [row.id],
    (row) => ({
      ...profileOf(row),
      category: row.category ?? '',
    }),
  );
}

/** Why an account is out of sight; null when it is not. */
export async function outOfSightState(db: Queryable, id: AccountId): Promise<'INACTIVE' | 'BANNED' | null> {
  const state = (await sessionProfile(db, id))?.state;
  return state === 'INACTIVE' || state === 'BANNED' ? state : null;
}

/** A profile that is out of sight because its account was deactivated or banned. */
export interface DeactivatedProfile extends ProfileSummary {
  readonly isItFollowed: boolean;
  readonly state: 'INACTIVE' | 'BANNED';
}

type DeactivatedRecord = SummaryRow & Pick<DeactivatedProfile, 'id' | 'state'> & { followed: boolean };

const deactivatedOf = (row: DeactivatedRecord): DeactivatedProfile => ({
  ...summaryOf(row.id, row),
  isItFollowed: row.followed,
  state: row.state,
});

const NEWEST_FIRST: Order = { name: 'deactivated', kinds: ['id'], start: [LAST_ID] };

/** Deactivated and banned profiles, but no erased ones, whose nickname contains a text, the newest account first; for staff. */
export async function deactivatedProfiles(
  db: Queryable,
  viewer: Viewer,
  nickname: string,
  paging: Paging,
): Promise<Page<DeactivatedProfile>> {
  const { key, skip } = startOf(NEWEST_FIRST, paging, LIST_SIZE);
  const { rows } = await db.query<DeactivatedRecord>({
    text: `SELECT profile.id, ${SUMMARY_COLUMNS}, profile.state,
        EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id) AS followed
      FROM read.profiles profile
      WHERE profile.state IN ('INACTIVE', 'BANNED') AND profile.id < $2
        AND profile.nickname_key <> '' AND strpos(profile.nickname_key, $3) > 0
      ORDER BY profile.id DESC LIMIT ${LIST_SIZE + 1} OFFSET $4`,
    values: [viewer.id, ...key, caseless(nickname), skip],
  });
  return pageOf(NEWEST_FIRST, LIST_SIZE, rows, (row) => [row.id], deactivatedOf);
}

async function accountsAmong(
  db: Queryable,
  ids: readonly AccountId[],
  condition: string,
): Promise<ReadonlySet<AccountId>> {
  const text = `SELECT id FROM read.profiles WHERE id = ANY ($1) AND state = 'ACTIVE' AND ${condition}`;
  const { rows } = await db.query<{ id: AccountId }>({ text, values: [ids] });
  return new Set(rows.map(({ id }) => id));
}

/** The accounts among these whose profiles everybody sees. */
export const inSightAmong = (db: Queryable, ids: readonly AccountId[]) => accountsAmong(db, ids, 'true');

/** The accounts among these that are staff now. */
export const staffAmong = (db: Queryable, ids: readonly AccountId[]) =>
  accountsAmong(db, ids, "role IN ('ADMIN', 'MOD')");
