import type { StatementLine } from '../../../contract/audit.ts';
import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Instant, Uuid } from '../../../domain/kernel/ids.ts';
import { getAccountClass, type LedgerAccount } from '../../../domain/ledger/accounts.ts';
import type { TrialBalance } from '../../../domain/ledger/books.ts';
import { buildPage, MAX_INTEGER, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

/**
 * Time of a balance: now (the default), a log position, or an instant. A balance at an instant includes all
 * entries dated up to it.
 */
interface AsOf {
  readonly position?: Position | undefined;
  readonly at?: Instant | undefined;
}

interface TotalsRecord {
  readonly account: LedgerAccount | null;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly position: string;
}

const selectTotals = (condition: string): string => `
  SELECT account, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings posting
  WHERE ${condition} GROUP BY account`;

const AS_OF_POSITION = `
  SELECT totals.*, least(checkpoint.position, $1::bigint) AS position
  FROM engine.checkpoints checkpoint LEFT JOIN (${selectTotals('position <= $1')}) totals ON true
  WHERE checkpoint.projection = 'journal' ORDER BY totals.account`;

/**
 * SQL for balances at an instant. Entries are dated by the clock of the process that created them, so their
 * dates can disagree with the log order.
 */
const AS_OF_INSTANT = `
  WITH entries AS MATERIALIZED (SELECT position FROM read.journal_entries WHERE occurred_at <= $1)
  SELECT totals.*, (SELECT coalesce(max(position), 0) FROM entries) AS position
  FROM (SELECT 1) AS always LEFT JOIN (${selectTotals('position IN (SELECT position FROM entries)')}) totals ON true
  ORDER BY totals.account`;

const getBalance = (account: LedgerAccount, debit: Coins, credit: Coins): number =>
  getAccountClass(account) === 'LIABILITY' ? credit - debit : debit - credit;

/**
 * Computes debits, credits and balance of every account from the postings, now or at a time in the past.
 * Stored totals are not used, because they would not cover the past and could be wrong.
 */
export async function getTrialBalance(
  db: Queryable,
  { position: maxPosition = MAX_INTEGER, at }: AsOf = {},
): Promise<TrialBalance & { readonly position: Position }> {
  const { rows } = await db.query<TotalsRecord>(
    at === undefined
      ? { text: AS_OF_POSITION, values: [maxPosition] }
      : { text: AS_OF_INSTANT, values: [at] },
  );
  const accounts = rows.flatMap(({ account, ...sums }) => {
    if (account === null) return [];
    const [debit, credit] = [Number(sums.debit), Number(sums.credit)];
    return [{ account, debit, credit, balance: getBalance(account, debit, credit) }];
  });
  const totalDebit = accounts.reduce((sum, { debit }) => sum + debit, 0);
  const totalCredit = accounts.reduce((sum, { credit }) => sum + credit, 0);
  const position = Number(rows[0]?.position ?? 0);
  return { position, balanced: totalDebit === totalCredit, totalDebit, totalCredit, accounts };
}

interface AccountStatement extends Page<StatementLine> {
  readonly balance: number;
}

interface LineRecord {
  readonly id: Uuid | null;
  readonly position: string;
  readonly type: StatementLine['type'];
  readonly occurred_at: Date;
  readonly debit: string;
  readonly credit: string;
  readonly raised: string;
  readonly now: string;
}

const NEWEST_FIRST = orderByNewest('statement', 'position');
const PAGE_SIZE = 20;

/**
 * `now` and `raised` are debits minus credits: `now` for all postings, `raised` for the postings up to each
 * line. Index-only scans compute both in one statement, so they are consistent.
 */
const SELECT_PAGE = `
  WITH page AS MATERIALIZED (
    SELECT position, debit, credit
    FROM read.journal_postings WHERE account = $1 AND position < $2
    ORDER BY position DESC LIMIT ${PAGE_SIZE + 1} OFFSET $3
  ), sums AS (
    SELECT coalesce(sum(debit - credit), 0) AS now,
      coalesce(sum(debit - credit) FILTER (WHERE position > (SELECT max(position) FROM page)), 0) AS newer
    FROM read.journal_postings WHERE account = $1
  )
  SELECT page.*, entry.id, entry.type, entry.occurred_at, sums.now,
    sums.now - sums.newer - (sum(page.debit - page.credit) OVER (ORDER BY page.position DESC) - page.debit + page.credit) AS raised
  FROM sums LEFT JOIN page ON true LEFT JOIN read.journal_entries entry ON entry.position = page.position
  ORDER BY page.position DESC`;

/** Returns a page of an account's postings and its balance. The page is empty without postings. */
export async function getAccountStatement(
  db: Queryable,
  account: LedgerAccount,
  paging: Paging,
): Promise<AccountStatement> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<LineRecord>({
    name: 'account-statement',
    text: SELECT_PAGE,
    values: [account, ...key, skip],
  });
  const toBalance = (debitBalance: string): number => getBalance(account, Number(debitBalance), 0) || 0;
  const lines = rows.filter(({ id }) => id !== null);
  const page = buildPage(NEWEST_FIRST, PAGE_SIZE, lines, (line) => ({
    id: line.id as Uuid,
    position: Number(line.position),
    type: line.type,
    dateTime: line.occurred_at.toISOString(),
    debit: Number(line.debit),
    credit: Number(line.credit),
    balance: toBalance(line.raised),
  }));
  return { ...page, balance: toBalance(rows[0]?.now ?? '0') };
}
