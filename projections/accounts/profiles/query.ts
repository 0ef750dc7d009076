import { isActive, selectState } from '../../../common/account-state-sql.ts';
import { toSqlList } from '../../../common/sql-list.ts';
import type { DeactivatedProfile } from '../../../contract/moderation.ts';
import type { Profile } from '../../../contract/shapes.ts';
import type { ProfilePicture } from '../../../domain/accounts/events.ts';
import { STAFF_ROLES } from '../../../domain/accounts/roles.ts';
import { type AccountId, type Instant, isUuid, type Uuid } from '../../../domain/kernel/ids.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import type { AccountStanding } from '../../../domain/ports/sessions.ts';
import { isNotTakenDownFor, type TakenDownRow, toTakenDownField } from '../../moderation/taken-down.ts';
import { FIRST_ID } from '../../paging.ts';
import {
  canSeeHidden,
  getViewerId,
  type PositionedRow,
  type Queryable,
  queryColumn,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';
import { countListedFollowers, countListedFollowing, isListed } from './listed.ts';
import { PICTURE_HASH, SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from './names.ts';

/**
 * SQL column with the read position of a profile query. All profile queries use the same set of read models,
 * so their positions can be compared.
 */
export const PROFILE_POSITION = selectReadPosition('profiles', 'follows', 'hidden');

/** Row of a profile page. `category` is null for a person. */
export interface ProfileRecord
  extends SummaryRow,
    TakenDownRow,
    Pick<Profile, 'id' | 'followers' | 'following' | 'bio' | 'website'> {
  readonly approved: boolean;
  readonly registered_at: Date;
  readonly category: string | null;
  readonly followed: boolean;
}

/** Maps a row to a profile page, without the fields that depend on who reads it. */
export const toProfile = (row: ProfileRecord): Profile => ({
  ...toProfileSummary(row.id, row),
  approved: row.approved,
  followers: row.followers,
  following: row.following,
  creationDate: row.registered_at.toISOString(),
  bio: row.bio,
  website: row.website,
  isItFollowed: row.followed,
  ...toTakenDownField(row),
});

/** Bio and website are empty if staff have taken them down, except for staff and the profile's owner. */
const selectDetails = (isStaff: string): string => {
  const isShown = isNotTakenDownFor('profile', 'profile.id', isStaff, '$1');
  return `CASE WHEN ${isShown} THEN profile.bio ELSE '' END AS bio,
    CASE WHEN ${isShown} THEN profile.website ELSE '' END AS website,
    CASE WHEN ${isShown} THEN profile.taken_down_at END AS taken_down_at, profile.taken_down_reason`;
};

/** Returns SQL for profiles. `$1` is the current user's id. */
export const selectProfiles = (isStaff: string, columns = ''): string => `
  SELECT profile.id, ${SUMMARY_COLUMNS}, profile.registered_at, profile.category, ${selectDetails(isStaff)},
    coalesce(${countListedFollowers(isStaff)}, 0) AS followers, coalesce(${countListedFollowing(isStaff)}, 0) AS following,
    EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id) AS followed${columns}
  FROM read.profiles profile LEFT JOIN read.follow_counts counts ON counts.account_id = profile.id`;

type ProfileKey = readonly [column: 'id' | 'nickname_key', value: string];

const createProfileStatement = (
  viewer: Viewer | null,
  [column, value]: ProfileKey,
  name: string,
  columns = '',
) => ({
  name: `${name}-by-${column}`,
  text: `${selectProfiles('$3', columns)} WHERE profile.${column} = $2 AND (${isActive()} OR $3) LIMIT 1`,
  values: [getViewerId(viewer), value, canSeeHidden(viewer)],
});

async function findProfile(db: Queryable, viewer: Viewer | null, key: ProfileKey): Promise<Profile | null> {
  const { rows } = await db.query<ProfileRecord>(createProfileStatement(viewer, key, 'profile'));
  return rows[0] ? toProfile(rows[0]) : null;
}

/** Finds a profile by account id. Returns null when it does not exist or is hidden from the current user. */
export const findProfileById = (db: Queryable, viewer: Viewer | null, id: AccountId) =>
  findProfile(db, viewer, ['id', id]);

/**
 * Returns SQL for the id of the profile with a nickname. The id is null if there is no such profile or it is
 * hidden from the current user.
 * @param isStaff SQL for whether the current user is staff, who see hidden accounts
 */
export const selectVisibleIdByNickname = (nicknameKey: string, isStaff: string): string => `(
  SELECT owner.id FROM read.profiles owner
  WHERE owner.nickname_key = ${nicknameKey} AND (${isActive('owner')} OR ${isStaff}) LIMIT 1)`;

/** Returns the column and value that identify a profile by nickname or id. A nickname never looks like an id. */
export const toProfileKey = (key: string): ProfileKey =>
  isUuid(key.toLowerCase()) ? ['id', key.toLowerCase()] : ['nickname_key', foldCase(key)];

/** Returns the public picture of a profile, or null if there is none or it is hidden. */
export async function findProfilePicture(db: Queryable, id: AccountId): Promise<ProfilePicture | null> {
  const { rows } = await db.query<{ id: Uuid; hash: string | null }>({
    name: 'profile-picture',
    text: `SELECT profile.picture_id AS id, ${PICTURE_HASH} AS hash FROM read.profiles profile WHERE profile.id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row?.hash ? { id: row.id, hash: row.hash } : null;
}

/** Finds a profile by nickname or id, as in URL paths. Returns null when it does not exist or is hidden. */
export const findProfileByKey = (db: Queryable, viewer: Viewer | null, key: string) =>
  findProfile(db, viewer, toProfileKey(key));

/** Maps the state of a closed account to response fields. `until` is the end of its suspension. */
export const toClosedState = (state: DeactivatedProfile['state'], suspendedUntil: Date | null) => ({
  state,
  ...(suspendedUntil && { until: suspendedUntil.toISOString() }),
});

interface ViewerProfileRecord extends ProfileRecord, PositionedRow {
  readonly blocked: boolean;
  readonly muted: boolean;
  /** Wallet balance; null if the account has no wallet or is not the current user. */
  readonly balance: string | null;
  readonly state: AccountStanding;
  readonly suspended_until: Date | null;
}

const VIEWER_COLUMNS = `,
    (SELECT true FROM read.blocks WHERE blocker_id = $1 AND blocked_id = profile.id) IS NOT NULL AS blocked,
    (SELECT true FROM read.mutes WHERE muter_id = $1 AND muted_id = profile.id) IS NOT NULL AS muted,
    (SELECT balance FROM read.wallets WHERE account_id = $1 AND $1 = profile.id) AS balance, ${selectState()} AS state, profile.suspended_until`;

/**
 * Finds a profile like `findProfileByKey`. The result also contains the read position. Logged-in users also
 * get their own wallet balance and whether they block or mute the account. Staff also get the reason why a
 * profile is hidden.
 */
export async function findProfileForViewer(
  db: Queryable,
  viewer: Viewer | null,
  key: string,
): Promise<Profile | null> {
  const [name, columns] = viewer ? ['profile-for-reader', VIEWER_COLUMNS] : ['profile-for-visitor', ''];
  const columnsWithPosition = `, ${PROFILE_POSITION}${columns}`;
  const { rows } = await db.query<ViewerProfileRecord>(
    createProfileStatement(viewer, toProfileKey(key), name, columnsWithPosition),
  );
  const [row] = rows;
  if (!row) return null;
  if (!viewer) return toProfile(row);
  const { blocked: isBlocked, muted: isMuted, state } = row;
  return {
    ...toProfile(row),
    ...(row.id === viewer.id ? { walletCoins: Number(row.balance ?? 0) } : { isBlocked, isMuted }),
    ...((state === 'INACTIVE' || state === 'BANNED') && toClosedState(state, row.suspended_until)),
  };
}

async function filterAccounts(
  db: Queryable,
  ids: readonly AccountId[],
  condition: string,
): Promise<ReadonlySet<AccountId>> {
  const text = `SELECT profile.id FROM read.profiles profile WHERE profile.id = ANY ($1) AND ${isActive()} AND ${condition}`;
  return new Set(await queryColumn<AccountId>(db, { text, values: [ids] }));
}

/** Returns only the accounts whose profiles are public. */
export const filterPublicAccounts = (db: Queryable, ids: readonly AccountId[]) =>
  filterAccounts(db, ids, 'true');

/** Returns the given accounts that are currently staff. */
export const filterStaff = (db: Queryable, ids: readonly AccountId[]) =>
  filterAccounts(db, ids, `role IN (${toSqlList(STAFF_ROLES)})`);

/** Lists the nicknames of the newest organizations that are approved by staff and visible to visitors. */
export const listPublicOrganizations = (db: Queryable, limit: number) =>
  queryColumn<string>(db, {
    text: `SELECT profile.nickname FROM read.profiles profile
      WHERE profile.role = 'ORG' AND profile.approved AND ${isListed('false')}
      ORDER BY profile.id DESC LIMIT $1`,
    values: [limit],
  });

/** An account whose scheduled erasure is due. */
export interface DueDeletion {
  readonly id: AccountId;
  readonly eraseAt: Instant;
}

/** Lists accounts whose scheduled erasure is due, oldest request first. Starts after the account `last`. */
export async function listDueDeletions(
  db: Queryable,
  now: Instant,
  last: DueDeletion | null,
  limit: number,
): Promise<readonly DueDeletion[]> {
  const { rows } = await db.query<DueDeletion>({
    name: 'due-deletions',
    text: `SELECT id, erase_at::text AS "eraseAt" FROM read.profiles
           WHERE erase_at <= $1 AND (erase_at, id) > ($2::timestamptz, $3::uuid) ORDER BY erase_at, id LIMIT $4`,
    values: [now, last?.eraseAt ?? '-infinity', last?.id ?? FIRST_ID, limit],
  });
  return rows;
}

/**
 * Lists accounts whose suspension is over although its end is not recorded yet, sorted by id. Starts
 * after the account `last`.
 */
export const listEndedSuspensions = (db: Queryable, now: Instant, last: AccountId | null, limit: number) =>
  queryColumn<AccountId>(db, {
    text: `SELECT id FROM read.profiles WHERE suspended_until <= $1 AND id > $2 ORDER BY id LIMIT $3`,
    values: [now, last ?? FIRST_ID, limit],
  });
