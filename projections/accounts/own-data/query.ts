import { isActive } from '../../../common/account-state-sql.ts';
import type { Profile } from '../../../contract/shapes.ts';
import type { AccountId, Instant } from '../../../domain/kernel/ids.ts';
import { type Queryable, queryNumber } from '../../queryable.ts';
import { HIDDEN_NAME } from '../profiles/names.ts';

interface OwnProfile
  extends Pick<Profile, 'nickname' | 'profileName' | 'role' | 'approved' | 'bio' | 'website'> {
  readonly category: string | null;
  readonly registeredAt: Instant;
  readonly walletCoins: number;
}

/** List entry in a data export. */
export type OwnDataEntry = Readonly<Record<string, unknown>>;

const BATCH_SIZE = 500;
/** Maximum duration of a query, in milliseconds. Long, because a list can have any number of entries. */
const QUERY_TIMEOUT_MS = 10 * 60_000;

/** SQL for the names of other accounts. Those of hidden accounts are shown only to staff. */
const selectNickname = (profile: string): string =>
  `CASE WHEN ${isActive(profile)} THEN ${profile}.nickname ELSE '' END`;
const selectProfileName = (profile: string): string =>
  `CASE WHEN ${isActive(profile)} OR ${profile}.nickname = '' THEN ${profile}.profile_name ELSE '${HIDDEN_NAME}' END`;

/** SQL for each list in a data export, by list name. `$1` is the account id. */
const LISTS = {
  posts: `
    SELECT id, text, published_at AS "publishedAt", parent_id AS "answeredPostId", likes, comments,
      views::float8 AS views, taken_down_at AS "takenDownAt", taken_down_reason AS "takenDownReason"
    FROM read.posts WHERE author_id = $1 ORDER BY id`,
  messages: `
    SELECT message.id, message.conversation_id AS "conversationId", ${selectNickname('other')} AS "with",
      message.author_id = $1 AS "isOwn", message.content, message.sent_at AS "sentAt"
    FROM read.conversations conversation
      JOIN read.messages message ON message.conversation_id = conversation.conversation_id
      LEFT JOIN read.profiles other ON other.id = conversation.other_id
    WHERE conversation.account_id = $1 ORDER BY message.conversation_id, message.position`,
  likes: `
    SELECT liked.post_id AS "postId", ${selectNickname('author')} AS author
    FROM read.post_likes liked
      LEFT JOIN read.posts post ON post.id = liked.post_id LEFT JOIN read.profiles author ON author.id = post.author_id
    WHERE liked.account_id = $1 ORDER BY liked.post_id`,
  follows: `
    SELECT follow.followee_id AS "profileId", ${selectNickname('followee')} AS nickname,
      ${selectProfileName('followee')} AS "profileName"
    FROM read.follows follow LEFT JOIN read.profiles followee ON followee.id = follow.followee_id
    WHERE follow.follower_id = $1 ORDER BY follow.since`,
  'hidden-profiles': `
    SELECT hidden.id AS "profileId", ${selectNickname('profile')} AS nickname, hidden.reason
    FROM (SELECT blocked_id AS id, since, 'blocked' AS reason FROM read.blocks WHERE blocker_id = $1
          UNION ALL SELECT muted_id, since, 'muted' FROM read.mutes WHERE muter_id = $1) hidden
      LEFT JOIN read.profiles profile ON profile.id = hidden.id
    ORDER BY hidden.since`,
  transactions: `
    SELECT movement.id, movement.position::float8 AS position, movement.type, movement.direction,
      movement.amount::float8 AS amount, movement.occurred_at AS "dateTime",
      (sum(movement.delta) OVER (ORDER BY movement.position))::float8 AS balance,
      movement.crowdfunding_id AS "crowdfundingId", crowdfunding.title AS "crowdfundingTitle",
      entry.payment_id AS "paymentId", entry.event_id AS "eventId"
    FROM read.transactions movement
      LEFT JOIN read.crowdfundings crowdfunding ON crowdfunding.id = movement.crowdfunding_id
      LEFT JOIN read.journal_entries entry ON entry.position = movement.position
    WHERE movement.account_id = $1 ORDER BY movement.position`,
  crowdfundings: `
    SELECT id, title, description, goal_amount::float8 AS "goalAmount", duration_days AS "durationDays", status,
      created_at AS "createdDate", start_date AS "startDate", end_date AS "endDate",
      donated::float8 AS donated, refunded::float8 AS refunded, released::float8 AS released
    FROM read.crowdfundings WHERE creator_id = $1 ORDER BY id`,
  animals: `
    SELECT id, name, type, breed, age, sex, description, address, nullif(town, '')::json AS town,
      vaccinated, sterilized, status, offered_at AS "createdDate"
    FROM read.animals WHERE owner_id = $1 ORDER BY id`,
  'saved-searches': `
    SELECT id, name, type, sex, min_age AS "minAge", max_age AS "maxAge", vaccinated, sterilized, text,
      nullif(town, '')::json AS town, within_km AS "withinKm", saved_at AS "createdDate"
    FROM read.saved_searches WHERE account_id = $1 ORDER BY position`,
} as const;

type OwnDataList = keyof typeof LISTS;

/** Names of all lists in a data export. */
export const OWN_DATA_LISTS = Object.keys(LISTS) as readonly OwnDataList[];

/** Returns the total number of entries in an account's lists. */
export function countOwnData(db: Queryable, accountId: AccountId): Promise<number> {
  const counts = Object.values(LISTS).map((list) => `(SELECT count(*) FROM (${list}) list)`);
  const text = `SELECT (${counts.join(' + ')})::integer AS entries`;
  return queryNumber(db, { text, values: [accountId], query_timeout: QUERY_TIMEOUT_MS });
}

/** Reads a list in batches. Must run in a transaction, because it uses a cursor. */
export async function* readOwnData(
  db: Queryable,
  list: OwnDataList,
  accountId: AccountId,
): AsyncGenerator<readonly OwnDataEntry[]> {
  const query_timeout = QUERY_TIMEOUT_MS;
  await db.query({
    text: `DECLARE own_data NO SCROLL CURSOR FOR ${LISTS[list]}`,
    values: [accountId],
    query_timeout,
  });
  for (;;) {
    const { rows } = await db.query<OwnDataEntry>({
      text: `FETCH ${BATCH_SIZE} FROM own_data`,
      query_timeout,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) break;
  }
  await db.query({ text: 'CLOSE own_data' });
}

/** Returns an account's public profile fields, or null when it has no profile. */
export async function findOwnProfile(db: Queryable, accountId: AccountId): Promise<OwnProfile | null> {
  const { rows } = await db.query<OwnProfile>({
    text: `SELECT nickname, profile_name AS "profileName", role, approved, bio, website, category, registered_at AS "registeredAt",
             coalesce((SELECT balance FROM read.wallets WHERE account_id = $1), 0)::float8 AS "walletCoins"
           FROM read.profiles WHERE id = $1`,
    values: [accountId],
  });
  return rows[0] ?? null;
}
