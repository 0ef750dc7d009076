import type { HiddenProfile } from '../../../contract/hidden-profiles.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import { PROFILE_POSITION } from '../../accounts/profiles/query.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import { type PositionedRow, type Queryable, queryNumber } from '../../queryable.ts';

/** SQL array of the accounts that `$1` blocks or mutes, read once per statement. The API limits its length. */
export const HIDDEN_BY_VIEWER = `ARRAY(
  SELECT blocked_id FROM read.blocks WHERE blocker_id = $1
  UNION ALL SELECT muted_id FROM read.mutes WHERE muter_id = $1)`;

/**
 * Returns an SQL condition: an account does not block the current user `$1`. Uses a scalar subquery per
 * account, because the number of accounts that block the current user is unlimited.
 */
const isNotBlockedBy = (account: string): string => `(
  SELECT true FROM read.blocks theirs WHERE theirs.blocker_id = ${account} AND theirs.blocked_id = $1) IS NULL`;

/** Returns an SQL condition: `$1` neither blocks nor mutes an account, and the account does not block `$1`. */
export const isNotHidden = (account: string): string =>
  `(${account} <> ALL (${HIDDEN_BY_VIEWER}) AND ${isNotBlockedBy(account)})`;

/** Returns an SQL condition: neither the current user `$1` nor an account blocks the other. */
export const isNotBlocked = (account: string): string =>
  `(${account} <> ALL (ARRAY(SELECT blocked_id FROM read.blocks WHERE blocker_id = $1)) AND ${isNotBlockedBy(account)})`;

/**
 * Finds blocks between authors and readers, in either direction. Returns the affected authors, keyed by
 * reader. Readers without a block are missing.
 */
export async function findBlocks(
  db: Queryable,
  authors: readonly AccountId[],
  readers: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, ReadonlySet<AccountId>>> {
  const { rows } = await db.query<{ reader: AccountId; authors: readonly AccountId[] }>({
    name: 'blocked-among',
    text: `SELECT reader, array_agg(author) AS authors FROM (
        SELECT blocker_id AS reader, blocked_id AS author FROM read.blocks WHERE blocked_id = ANY ($1::uuid[])
        UNION ALL SELECT blocked_id, blocker_id FROM read.blocks WHERE blocker_id = ANY ($1::uuid[])
      ) pair WHERE reader = ANY ($2::uuid[]) GROUP BY reader`,
    values: [authors, readers],
  });
  return new Map(rows.map((row) => [row.reader, new Set(row.authors)]));
}

/** Returns the number of accounts that an account blocks or mutes. */
export const countHiddenAccounts = (db: Queryable, accountId: AccountId): Promise<number> =>
  queryNumber(db, {
    name: 'hiding-count',
    text: `SELECT ((SELECT count(*) FROM read.blocks WHERE blocker_id = $1)
      + (SELECT count(*) FROM read.mutes WHERE muter_id = $1))::integer AS count`,
    values: [accountId],
  });

interface HiddenRecord extends SummaryRow, PositionedRow {
  readonly id: AccountId;
  readonly since: string;
  readonly blocked: boolean;
  readonly muted: boolean;
}

const PAGE_SIZE = 20;
const NEWEST_FIRST = orderByNewest('hidden', 'since');

const SELECT_HIDDEN = `
  SELECT profile.id, ${SUMMARY_COLUMNS}, max(hiding.since) AS since, bool_or(hiding.blocked) AS blocked,
    bool_or(NOT hiding.blocked) AS muted, ${PROFILE_POSITION}
  FROM (
    SELECT blocked_id AS id, since, true AS blocked FROM read.blocks WHERE blocker_id = $1
    UNION ALL SELECT muted_id, since, false FROM read.mutes WHERE muter_id = $1
  ) hiding JOIN read.profiles profile ON profile.id = hiding.id
  GROUP BY profile.id HAVING max(hiding.since) < $2
  ORDER BY max(hiding.since) DESC LIMIT ${PAGE_SIZE + 1} OFFSET $3`;

/** Lists accounts that an account blocks or mutes, most recent first. Includes profiles that were hidden since. */
export async function listHiddenProfiles(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<HiddenProfile>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<HiddenRecord>({
    name: 'hidden-profiles',
    text: SELECT_HIDDEN,
    values: [accountId, ...key, skip],
  });
  return buildPage(NEWEST_FIRST, PAGE_SIZE, rows, (row) => ({
    ...toProfileSummary(row.id, row),
    isBlocked: row.blocked,
    isMuted: row.muted,
  }));
}
