import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../../common/transaction.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { queryNumber } from '../../queryable.ts';
import { JOURNAL_TABLES_ID } from '../journal/tables.ts';

/** Maximum number of new entries that are checked per round. */
const BATCH_SIZE = 20_000;
/**
 * Number of old entries that are checked again per round. At one round per second, this is about a million in
 * ten minutes.
 */
const RECHECK_BATCH_SIZE = 2_000;

interface CheckProgress {
  readonly checkedUntil: Position;
  readonly recheckedUntil: Position;
}

interface CheckedRange {
  readonly entries: number;
  /** Position of the last entry in the range, or the start position if the range is empty. */
  readonly lastPosition: Position;
  readonly unbalancedPositions: readonly Position[];
}

/** Locks the check progress for this transaction. Returns null while another process holds the lock. */
async function lockProgress(client: PoolOrClient): Promise<CheckProgress | null> {
  const { rows } = await client.query<{ checked: string; again: string; same: boolean }>(
    `SELECT checked, again, tables = ${JOURNAL_TABLES_ID} AS same FROM engine.journal_check FOR UPDATE SKIP LOCKED`,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.same) return { checkedUntil: Number(row.checked), recheckedUntil: Number(row.again) };
  await client.query('DELETE FROM engine.unbalanced_entries');
  await client.query(`UPDATE engine.journal_check SET checked = 0, again = 0, tables = ${JOURNAL_TABLES_ID}`);
  return { checkedUntil: 0, recheckedUntil: 0 };
}

async function checkRange(client: PoolOrClient, after: Position, limit: number): Promise<CheckedRange> {
  const bounds = await client.query<{ entries: string; last: string | null }>(
    `SELECT count(*) AS entries, max(position) AS last FROM (
       SELECT position FROM read.journal_entries WHERE position > $1 ORDER BY position LIMIT $2) stretch`,
    [after, limit],
  );
  const entries = Number(bounds.rows[0]?.entries ?? 0);
  const last = Number(bounds.rows[0]?.last ?? after);
  if (entries === 0) return { entries, lastPosition: last, unbalancedPositions: [] };
  const { rows } = await client.query<{ position: string }>(
    `SELECT entry.position FROM read.journal_entries entry LEFT JOIN (
       SELECT position, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings
       WHERE position > $1 AND position <= $2 GROUP BY position
     ) sums ON sums.position = entry.position
     WHERE entry.position > $1 AND entry.position <= $2 AND (sums.debit IS NULL OR sums.debit <> sums.credit)`,
    [after, last],
  );
  return { entries, lastPosition: last, unbalancedPositions: rows.map(({ position }) => Number(position)) };
}

/**
 * Stores the result for a range of entries.
 * @returns positions of entries that were not yet known to be out of balance
 */
async function storeResult(
  client: PoolOrClient,
  after: Position,
  { lastPosition, unbalancedPositions }: CheckedRange,
): Promise<readonly Position[]> {
  await client.query(
    `DELETE FROM engine.unbalanced_entries WHERE position > $1 AND position <= $2 AND position <> ALL ($3)`,
    [after, lastPosition, unbalancedPositions],
  );
  const { rows } = await client.query<{ position: string }>(
    `INSERT INTO engine.unbalanced_entries (position) SELECT unnest($1::bigint[])
     ON CONFLICT DO NOTHING RETURNING position`,
    [unbalancedPositions],
  );
  return rows.map(({ position }) => Number(position));
}

/** Result of a round: newly found unbalanced positions, and whether there are more unchecked entries. */
interface RoundResult {
  readonly newlyUnbalanced: readonly Position[];
  readonly hasMore: boolean;
}

async function checkRound(client: PoolOrClient): Promise<RoundResult> {
  const progress = await lockProgress(client);
  if (!progress) return { newlyUnbalanced: [], hasMore: false };
  const { checkedUntil, recheckedUntil } = progress;
  const newRange = await checkRange(client, checkedUntil, BATCH_SIZE);
  const newlyUnbalanced = await storeResult(client, checkedUntil, newRange);
  await client.query('UPDATE engine.journal_check SET checked = $1', [newRange.lastPosition]);
  if (newRange.entries === BATCH_SIZE) return { newlyUnbalanced, hasMore: true };
  const oldRange = await checkRange(client, recheckedUntil, RECHECK_BATCH_SIZE);
  const changedPositions = await storeResult(client, recheckedUntil, oldRange);
  await client.query('UPDATE engine.journal_check SET again = $1', [
    oldRange.entries < RECHECK_BATCH_SIZE ? 0 : oldRange.lastPosition,
  ]);
  return { newlyUnbalanced: [...newlyUnbalanced, ...changedPositions], hasMore: false };
}

/**
 * Checks new entries, and checks some old entries again to detect later changes. Only one process checks at a
 * time.
 * @returns positions of entries that were newly found to be out of balance
 */
export async function checkJournal(pool: Pool, signal?: AbortSignal): Promise<readonly Position[]> {
  const newlyUnbalanced: Position[] = [];
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    const result = await inTransaction(pool, checkRound);
    newlyUnbalanced.push(...result.newlyUnbalanced);
    hasMore = result.hasMore;
  }
  return newlyUnbalanced;
}

/** Unbalanced entries that are known: the first positions, and their total number. */
export interface KnownImbalance {
  readonly positions: readonly Position[];
  readonly count: number;
}

/** Returns the unbalanced entries that checks have found and that have not been corrected. */
export async function findKnownImbalance(pool: Pool, limit: number): Promise<KnownImbalance> {
  const { rows } = await pool.query<{ position: string; count: string }>(
    'SELECT position, count(*) OVER () AS count FROM engine.unbalanced_entries ORDER BY position LIMIT $1',
    [limit],
  );
  return { positions: rows.map(({ position }) => Number(position)), count: Number(rows[0]?.count ?? 0) };
}

/** Returns the number of journal entries that have not been checked yet. */
export const countUncheckedEntries = (pool: Pool): Promise<number> =>
  queryNumber(pool, {
    text: 'SELECT count(*) FROM read.journal_entries, engine.journal_check WHERE position > checked',
  });
