import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../../common/transaction.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, Uuid } from '../../../domain/kernel/ids.ts';
import {
  computeTotal,
  getHashInput,
  TRAIL_START,
  type TrailEnd,
  type TrailKind,
  type TrailLine,
} from '../../../domain/ledger/coin-trail.ts';
import { JOURNAL_TABLES_ID } from '../../ledger/journal/tables.ts';
import type { Queryable, Statement } from '../../queryable.ts';

/** Maximum number of journal entries that are chained in one transaction. */
const BATCH_SIZE = 5_000;

/** Takes longer than the query timeout of workers if there are many links. */
const DELETE_LINKS: Statement = { text: 'DELETE FROM trail.links', query_timeout: 60 * 60_000 };

interface EntryRecord {
  readonly position: string;
  readonly crowdfunding_id: CrowdfundingId;
  readonly type: TrailKind;
  readonly id: Uuid;
  readonly donation_id: DonationId | null;
  readonly account_id: AccountId;
  readonly occurred_at: Date;
  readonly amount: string;
}

interface ChainedLine extends TrailLine {
  readonly position: Position;
  readonly accountId: AccountId;
  readonly hash: string;
}

/** Hashes the content of a line together with the hash of the previous line. */
export const hashTrailLine = (previousHash: string, line: TrailLine): string =>
  hash('sha256', getHashInput(previousHash, line));

interface TrailProgress {
  readonly at: Position;
  readonly until: Position;
  /** Whether the trails are derived from the current journal. False after a rebuild of the journal. */
  readonly isCurrentJournal: boolean;
}

/** Returns null if another transaction has locked the row and `lock` skips locked rows. */
async function readTrailProgress(
  db: Queryable,
  lock: '' | 'FOR UPDATE OF progress' | 'FOR UPDATE OF progress SKIP LOCKED' = '',
): Promise<TrailProgress | null> {
  const { rows } = await db.query<{ at: string; until: string; is_of_journal: boolean }>({
    text: `SELECT progress.position AS at, journal.position AS until, progress.tables = ${JOURNAL_TABLES_ID} AS is_of_journal
      FROM trail.progress progress
      JOIN engine.checkpoints journal ON journal.projection = 'journal' ${lock}`,
  });
  const [row] = rows;
  return row ? { at: Number(row.at), until: Number(row.until), isCurrentJournal: row.is_of_journal } : null;
}

async function listUnchainedEntries(
  client: PoolOrClient,
  after: Position,
  until: Position,
): Promise<readonly EntryRecord[]> {
  const { rows } = await client.query<EntryRecord>(
    `SELECT entry.position, entry.crowdfunding_id, entry.type, entry.id, entry.donation_id, entry.account_id,
       entry.occurred_at, escrow.debit + escrow.credit AS amount
     FROM read.journal_entries entry JOIN read.journal_postings escrow
       ON escrow.position = entry.position AND escrow.account = 'escrow:' || entry.crowdfunding_id
     WHERE entry.position > $1 AND entry.position <= $2 AND entry.crowdfunding_id IS NOT NULL
     ORDER BY entry.position LIMIT ${BATCH_SIZE}`,
    [after, until],
  );
  return rows;
}

async function loadTrailEnds(
  client: PoolOrClient,
  ids: readonly CrowdfundingId[],
): Promise<Map<CrowdfundingId, TrailEnd>> {
  const { rows } = await client.query<{ id: string; sequence: number; total: string; hash: string }>(
    `SELECT wanted.id, last.sequence, last.total, encode(last.hash, 'hex') AS hash
     FROM unnest($1::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT * FROM trail.links WHERE crowdfunding_id = wanted.id ORDER BY sequence DESC LIMIT 1) last`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, sequence, total, hash }) => [id, { sequence, total: Number(total), hash }]));
}

function chainEntries(
  entries: readonly EntryRecord[],
  ends: Map<CrowdfundingId, TrailEnd>,
): readonly ChainedLine[] {
  return entries.map((entry) => {
    const crowdfundingId = entry.crowdfunding_id;
    const previousEnd = ends.get(crowdfundingId) ?? TRAIL_START;
    const movement = { kind: entry.type, amount: Number(entry.amount) };
    const line: TrailLine = {
      ...movement,
      crowdfundingId,
      sequence: previousEnd.sequence + 1,
      id: entry.id,
      donationId: entry.donation_id,
      timestamp: entry.occurred_at.toISOString(),
      total: computeTotal(previousEnd.total, movement),
    };
    const lineHash = hashTrailLine(previousEnd.hash, line);
    ends.set(crowdfundingId, { sequence: line.sequence, total: line.total, hash: lineHash });
    return { ...line, position: Number(entry.position), accountId: entry.account_id, hash: lineHash };
  });
}

async function writeLines(client: PoolOrClient, lines: readonly ChainedLine[]): Promise<void> {
  await client.query(
    `INSERT INTO trail.links (crowdfunding_id, sequence, position, kind, id, donation_id, account_id, occurred_at,
       amount, total, hash)
     SELECT campaign, sequence, position, kind, id, donation, account, at, amount, total, decode(hash, 'hex')
     FROM unnest($1::uuid[], $2::integer[], $3::bigint[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[],
       $8::timestamptz[], $9::bigint[], $10::bigint[], $11::text[])
       AS line (campaign, sequence, position, kind, id, donation, account, at, amount, total, hash)`,
    [
      lines.map(({ crowdfundingId }) => crowdfundingId),
      lines.map(({ sequence }) => sequence),
      lines.map(({ position }) => position),
      lines.map(({ kind }) => kind),
      lines.map(({ id }) => id),
      lines.map(({ donationId }) => donationId),
      lines.map(({ accountId }) => accountId),
      lines.map(({ timestamp }) => timestamp),
      lines.map(({ amount }) => amount),
      lines.map(({ total }) => total),
      lines.map(({ hash }) => hash),
    ],
  );
}

/**
 * Chains one batch in the client's transaction, unless another process is chaining entries.
 * @returns whether there may be more entries
 */
async function chainNextBatch(client: PoolOrClient): Promise<boolean> {
  const progress = await readTrailProgress(client, 'FOR UPDATE OF progress SKIP LOCKED');
  if (!progress) return false;
  if (!progress.isCurrentJournal) {
    await rebuildChains(client);
    return false;
  }
  if (progress.until <= progress.at) return false;
  const { at, until } = progress;
  const entries = await listUnchainedEntries(client, at, until);
  if (entries.length > 0) {
    const ends = await loadTrailEnds(
      client,
      entries.map(({ crowdfunding_id }) => crowdfunding_id),
    );
    await writeLines(client, chainEntries(entries, ends));
  }
  const hasMore = entries.length === BATCH_SIZE;
  const newPosition = hasMore ? Number(entries.at(-1)?.position) : until;
  await client.query('UPDATE trail.progress SET position = $1', [newPosition]);
  return hasMore;
}

/** Chains all entries again. The transaction must hold the lock on the progress row. */
async function rebuildChains(client: PoolOrClient): Promise<void> {
  await client.query(DELETE_LINKS);
  await client.query(`UPDATE trail.progress SET position = 0, tables = ${JOURNAL_TABLES_ID}`);
  while (await chainNextBatch(client));
}

/**
 * Appends missing journal entries to the trails. Locks the progress row, and appends nothing if another
 * process holds the lock. After a rebuild of the journal, all entries are chained again, because the log may
 * have lost chained events.
 * @returns position of the journal
 */
export async function extendCoinTrails(pool: Pool, signal?: AbortSignal): Promise<Position> {
  const progress = await readTrailProgress(pool);
  if (!progress) return 0;
  const { at, until, isCurrentJournal } = progress;
  if (until > at || !isCurrentJournal)
    while (!signal?.aborted && (await inTransaction(pool, chainNextBatch)));
  return until;
}

/** Rebuilds all trails. Queries return the previous trails until the transaction commits. */
export const rebuildCoinTrails = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await readTrailProgress(client, 'FOR UPDATE OF progress');
    await rebuildChains(client);
  });
