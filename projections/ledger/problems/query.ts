import type { SuspenseItem } from '../../../contract/adjustments.ts';
import type { AuditProblems } from '../../../contract/audit.ts';
import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId, Instant, PaymentId } from '../../../domain/kernel/ids.ts';
import type { EntryType } from '../../../domain/ledger/rules.ts';
import { buildPage, type Page, type Paging, type RowOrder, toPageStart } from '../../paging.ts';
import { type Queryable, queryColumn, queryNumber } from '../../queryable.ts';
import { JOURNAL_TABLES_ID } from '../journal/tables.ts';

/** Problems of one kind: the first few, and their total number. */
interface ProblemSummary<Item> {
  readonly count: number;
  readonly items: readonly Item[];
}

interface ProblemSummaryWithTotal<Item> extends ProblemSummary<Item> {
  readonly total: Coins;
}

interface CountRecord {
  readonly count: string;
}

function toProblemSummary<Row extends CountRecord, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): ProblemSummary<Item> {
  return { count: Number(rows[0]?.count ?? 0), items: rows.map(toItem) };
}

type ProblemItem<Kind extends 'unbalanced' | 'stuckSettlements' | 'receivables'> =
  AuditProblems[Kind]['items'][number];

/** Position up to which entries are checked, or 0 if the journal tables have been replaced since. */
const getCheckedPosition = (db: Queryable): Promise<Position> =>
  queryNumber(db, {
    text: `SELECT CASE WHEN tables = ${JOURNAL_TABLES_ID} THEN checked ELSE 0 END AS checked FROM engine.journal_check`,
  });

/**
 * Lists entries that are out of balance, oldest first. Includes entries that have not been checked yet. All
 * entries are summed again, so corrected entries are not listed.
 */
export async function listUnbalancedEntries(
  db: Queryable,
  limit: number,
): Promise<ProblemSummary<ProblemItem<'unbalanced'>>> {
  const { rows } = await db.query<
    CountRecord & Record<'position' | 'debit' | 'credit' | 'id', string> & { type: EntryType }
  >({
    text: `SELECT entry.id, entry.position, entry.type, coalesce(sums.debit, 0) AS debit,
        coalesce(sums.credit, 0) AS credit, count(*) OVER () AS count
      FROM (
        SELECT position FROM engine.unbalanced_entries
        UNION SELECT position FROM read.journal_entries WHERE position > $2
      ) suspect JOIN read.journal_entries entry ON entry.position = suspect.position
      LEFT JOIN LATERAL (
        SELECT sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings posting
        WHERE posting.position = suspect.position
      ) sums ON true
      WHERE sums.debit IS NULL OR sums.debit <> sums.credit ORDER BY entry.position LIMIT $1`,
    values: [limit, await getCheckedPosition(db)],
  });
  return toProblemSummary(rows, ({ id, type, position, debit, credit }) => ({
    id,
    type,
    position: Number(position),
    debit: Number(debit),
    credit: Number(credit),
  }));
}

/** `waiting` is the total number of outstanding donations. */
interface WaitingSettlements extends ProblemSummary<ProblemItem<'stuckSettlements'>> {
  readonly waiting: number;
}

interface SettlementRecord extends CountRecord {
  readonly id: CrowdfundingId;
  readonly title: string | null;
  readonly kind: 'REFUND' | 'RELEASE';
  readonly waiting: string;
  readonly amount: string;
  readonly since: Date;
  readonly all_waiting: string;
}

const SELECT_WAITING_SETTLEMENTS = `
  SELECT due.*, count(*) OVER () AS count, sum(due.waiting) OVER () AS all_waiting FROM (
    SELECT campaign.id, shown.title, held.waiting,
      campaign.donated - campaign.refunded - campaign.released AS amount,
      CASE WHEN campaign.outcome = 'RELEASE' AND campaign.released = 0 THEN 'RELEASE' ELSE 'REFUND' END AS kind,
      greatest(campaign.ended, held.since) AS since
    FROM read.settlement_campaigns campaign
    LEFT JOIN read.crowdfundings shown ON shown.id = campaign.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS waiting, min(donation.made) AS since FROM read.settlement_donations donation
      WHERE donation.crowdfunding = campaign.id AND (campaign.outcome = 'REFUND'
        OR campaign.released = 0 OR donation.position > campaign.decided)
    ) held
    WHERE campaign.outcome <> 'OPEN' AND campaign.donated - campaign.refunded - campaign.released > 0
  ) due WHERE due.since < $1 ORDER BY due.since LIMIT $2`;

/** Lists ended campaigns whose coins should have left the escrow before an instant, longest waiting first. */
export async function listWaitingSettlements(
  db: Queryable,
  before: Instant,
  limit: number,
): Promise<WaitingSettlements> {
  const { rows } = await db.query<SettlementRecord>({
    text: SELECT_WAITING_SETTLEMENTS,
    values: [before, limit],
  });
  const crowdfundings = toProblemSummary(rows, ({ id, title, kind, waiting, amount, since }) => ({
    crowdfunding: { id, title: title ?? '' },
    kind,
    waiting: Number(waiting),
    amount: Number(amount),
    since: since.toISOString(),
  }));
  return { ...crowdfundings, waiting: Number(rows[0]?.all_waiting ?? 0) };
}

interface SuspenseRecord extends CountRecord {
  readonly id: PaymentId;
  readonly amount: string;
  readonly since: Date;
  readonly proposed: boolean;
  readonly first: string;
  readonly total: string;
}

const SELECT_SUSPENSE = `
  SELECT held.*, EXISTS (
      SELECT FROM read.adjustments WHERE payment_id = held.id AND status = 'OPEN'
    ) AS proposed, count(*) OVER () AS count, sum(held.amount) OVER () AS total FROM (
    SELECT entry.payment_id AS id, sum(posting.credit - posting.debit) AS amount,
      min(entry.occurred_at) AS since, min(entry.position) AS first
    FROM read.journal_postings posting JOIN read.journal_entries entry ON entry.position = posting.position
    WHERE posting.account = 'suspense' AND entry.payment_id IS NOT NULL
    GROUP BY entry.payment_id HAVING sum(posting.credit - posting.debit) <> 0
  ) held`;

const toSuspenseItem = ({ id, amount, since, proposed }: SuspenseRecord): SuspenseItem => ({
  id,
  proposed,
  amount: Number(amount),
  since: since.toISOString(),
});

const OLDEST_FIRST: RowOrder<SuspenseRecord> = {
  name: 'suspense',
  kinds: ['integer'],
  start: [0],
  getKey: ({ first }) => [Number(first)],
};
const PAGE_SIZE = 20;

/** Lists payments in suspense, oldest first. */
export async function listSuspense(db: Queryable, paging: Paging): Promise<Page<SuspenseItem>> {
  const { key, skip } = toPageStart(OLDEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<SuspenseRecord>({
    text: `${SELECT_SUSPENSE} WHERE held.first > $1 ORDER BY held.first LIMIT ${PAGE_SIZE + 1} OFFSET $2`,
    values: [...key, skip],
  });
  return buildPage(OLDEST_FIRST, PAGE_SIZE, rows, toSuspenseItem);
}

/** Returns the total number of coins in suspense, and the oldest payments. */
export async function summarizeSuspense(
  db: Queryable,
  limit: number,
): Promise<ProblemSummaryWithTotal<SuspenseItem>> {
  const { rows } = await db.query<SuspenseRecord>({
    text: `${SELECT_SUSPENSE} ORDER BY held.first LIMIT $1`,
    values: [limit],
  });
  return { ...toProblemSummary(rows, toSuspenseItem), total: Number(rows[0]?.total ?? 0) };
}

/** Lists accounts that owe coins, largest debt first. */
export async function listOpenReceivables(
  db: Queryable,
  limit: number,
): Promise<ProblemSummaryWithTotal<ProblemItem<'receivables'>>> {
  const { rows } = await db.query<
    CountRecord & Record<'id' | 'owed' | 'total', string> & { nickname: string | null }
  >({
    text: `SELECT wallet.account_id AS id, wallet.owed, profile.nickname,
        count(*) OVER () AS count, sum(wallet.owed) OVER () AS total
      FROM read.wallets wallet LEFT JOIN read.profiles profile ON profile.id = wallet.account_id
      WHERE wallet.owed > 0 ORDER BY wallet.owed DESC, wallet.account_id LIMIT $1`,
    values: [limit],
  });
  const debtors = toProblemSummary(rows, ({ id, owed, nickname }) => ({
    profile: { id, nickname: nickname ?? '' },
    amount: Number(owed),
  }));
  return { ...debtors, total: Number(rows[0]?.total ?? 0) };
}

/** Returns the given payments that were neither credited to a wallet nor placed in suspense. */
export async function findUnbookedPayments(
  db: Queryable,
  payments: readonly PaymentId[],
): Promise<ReadonlySet<PaymentId>> {
  const unbookedPayments = await queryColumn<PaymentId>(db, {
    text: `SELECT requested.payment_id AS id FROM unnest($1::text[]) AS requested (payment_id)
      WHERE NOT EXISTS (SELECT FROM read.journal_entries entry
        WHERE entry.payment_id = requested.payment_id AND entry.type IN ('PURCHASE', 'SUSPENSE'))`,
    values: [payments],
  });
  return new Set(unbookedPayments);
}

/** Returns the log position up to which the journal is projected. */
export const getJournalPosition = (db: Queryable): Promise<Position> =>
  queryNumber(db, { text: `SELECT position FROM engine.checkpoints WHERE projection = 'journal'` });
