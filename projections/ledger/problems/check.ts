import type { Pool } from 'pg';
import { inTransaction, type Querying } from '../../../common/transaction.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { JOURNAL_TABLES } from '../journal/tables.ts';

/** Entries that nobody has looked at yet, of one round. */
const BATCH = 20_000;
/** Entries that are looked at once more, of one round: a million within ten minutes, at a round a second. */
const AGAIN = 2_000;

interface Progress {
  readonly checked: Position;
  readonly again: Position;
}

/** Some entries that follow each other. */
interface Stretch {
  readonly entries: number;
  /** Position of the last one; where it began when there is none. */
  readonly last: Position;
  readonly unbalanced: readonly Position[];
}

/** Takes the progress for this transaction; null while another process has it. */
async function takeProgress(client: Querying): Promise<Progress | null> {
  const { rows } = await client.query<{ checked: string; again: string; same: boolean }>(
    `SELECT checked, again, tables = ${JOURNAL_TABLES} AS same FROM engine.journal_check FOR UPDATE SKIP LOCKED`,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.same) return { checked: Number(row.checked), again: Number(row.again) };
  await client.query('DELETE FROM engine.unbalanced_entries');
  await client.query(`UPDATE engine.journal_check SET checked = 0, again = 0, tables = ${JOURNAL_TABLES}`);
  return { checked: 0, again: 0 };
}

async function lookAt(client: Querying, after: Position, limit: number): Promise<Stretch> {
  const bounds = await client.query<{ entries: string; last: string | null }>(
    `SELECT count(*) AS entries, max(position) AS last FROM (
       SELECT position FROM read.journal_entries WHERE position > $1 ORDER BY position LIMIT $2) stretch`,
    [after, limit],
  );
  const entries = Number(bounds.rows[0]?.entries ?? 0);
  const last = Number(bounds.rows[0]?.last ?? after);
  if (entries === 0) return { entries, last, unbalanced: [] };
  const { rows } = await client.query<{ position: string }>(
    `SELECT entry.position FROM read.journal_entries entry LEFT JOIN (
       SELECT position, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings
       WHERE position > $1 AND position <= $2 GROUP BY position
     ) sums ON sums.position = entry.position
     WHERE entry.position > $1 AND entry.position <= $2 AND (sums.debit IS NULL OR sums.debit <> sums.credit)`,
    [after, last],
  );
  return { entries, last, unbalanced: rows.map(({ position }) => Number(position)) };
}

/** Remembers what was found in a stretch; gives what nobody knew of. */
async function remember(
  client: Querying,
  after: Position,
  { last, unbalanced }: Stretch,
): Promise<readonly Position[]> {
  await client.query(
    `DELETE FROM engine.unbalanced_entries WHERE position > $1 AND position <= $2 AND position <> ALL ($3)`,
    [after, last, unbalanced],
  );
  const { rows } = await client.query<{ position: string }>(
    `INSERT INTO engine.unbalanced_entries (position) SELECT unnest($1::bigint[])
     ON CONFLICT DO NOTHING RETURNING position`,
    [unbalanced],
  );
  return rows.map(({ position }) => Number(position));
}

/** What one round found that nobody knew of, and whether there are more entries that nobody has looked at. */
interface Round {
  readonly found: readonly Position[];
  readonly more: boolean;
}

async function round(client: Querying): Promise<Round> {
  const progress = await takeProgress(client);
  if (!progress) return { found: [], more: false };
  const { checked, again } = progress;
  const fresh = await lookAt(client, checked, BATCH);
  const found = await remember(client, checked, fresh);
  await client.query('UPDATE engine.journal_check SET checked = $1', [fresh.last]);
  if (fresh.entries === BATCH) return { found, more: true };
  const old = await lookAt(client, again, AGAIN);
  const changed = await remember(client, again, old);
  await client.query('UPDATE engine.journal_check SET again = $1', [old.entries < AGAIN ? 0 : old.last]);
  return { found: [...found, ...changed], more: false };
}

/**
 * Looks at the entries that nobody has looked at yet, and at some of the others once more, so that whatever is changed
 * afterwards is found too, within a while. Processes that do it at once take turns.
 * @returns positions of entries out of balance that nobody knew of
 */
export async function checkJournal(pool: Pool, signal?: AbortSignal): Promise<readonly Position[]> {
  const found: Position[] = [];
  for (let more = true; more && !signal?.aborted; ) {
    const result = await inTransaction(pool, round);
    found.push(...result.found);
    more = result.more;
  }
  return found;
}

/** How many entries of the journal nobody has looked at yet. */
export async function countUnchecked(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(*) FROM read.journal_entries, engine.journal_check WHERE position > checked',
  );
  return Number(rows[0]?.count ?? 0);
}
