import type { Coins } from '../../../domain/kernel/coins.ts';
import type { AccountId, CrowdfundingId, Instant, Uuid } from '../../../domain/kernel/ids.ts';
import type { Movement } from '../../../domain/wallet/rules.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

/** What an account holds. */
export interface Wallet {
  readonly walletCoins: Coins;
}

/** One movement of a wallet. */
export interface Transaction {
  readonly id: Uuid;
  readonly type: Movement;
  /** Positive. What settled a debt is part of it, so that the balance may have changed by less. */
  readonly amount: Coins;
  readonly direction: 'IN' | 'OUT';
  readonly dateTime: Instant;
  /** What the wallet held after it. */
  readonly balance: Coins;
  readonly crowdfunding: { readonly id: CrowdfundingId; readonly title: string } | null;
}

/** What an account holds; nothing when there is no such account. */
export async function walletOf(db: Queryable, accountId: AccountId): Promise<Wallet> {
  const { rows } = await db.query<{ balance: string }>({
    name: 'wallet-of',
    text: 'SELECT balance FROM read.wallets WHERE account_id = $1',
    values: [accountId],
  });
  return { walletCoins: Number(rows[0]?.balance ?? 0) };
}

/** A movement as the database gives it. */
export interface TransactionRecord {
  readonly id: Uuid;
  readonly position: string;
  readonly type: Movement;
  readonly direction: 'IN' | 'OUT';
  readonly amount: string;
  readonly balance: string;
  readonly occurred_at: Date;
  readonly crowdfunding_id: CrowdfundingId | null;
  readonly title: string | null;
}

/** A movement as its owner sees it. */
export const transactionOf = (row: TransactionRecord): Transaction => ({
  id: row.id,
  type: row.type,
  amount: Number(row.amount),
  direction: row.direction,
  dateTime: row.occurred_at.toISOString(),
  balance: Number(row.balance),
  crowdfunding: row.crowdfunding_id === null ? null : { id: row.crowdfunding_id, title: row.title ?? '' },
});

const NEWEST_FIRST: Order = { name: 'transactions', kinds: ['whole'], start: [LAST_WHOLE] };
const PAGE_SIZE = 20;

/**
 * The balance after a movement follows backwards: it is what the wallet holds now, less what all newer movements added.
 * Wallet and movements are written in one transaction and read in one statement, so that both are of one moment. An
 * event does not tell a balance, and changes of rows follow from one event each, so that it cannot be kept in the row;
 * what is newer than the page is added up from the index alone.
 */
const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT * FROM read.transactions WHERE account_id = $1 AND position < $2
    ORDER BY position DESC LIMIT ${PAGE_SIZE + 1} OFFSET $3
  ), after_page AS (
    SELECT (SELECT balance FROM read.wallets WHERE account_id = $1) - coalesce(sum(newer.delta), 0) AS balance
    FROM read.transactions newer
    WHERE newer.account_id = $1 AND newer.position > (SELECT max(position) FROM page)
  )
  SELECT page.*, campaign.title,
    after_page.balance - (sum(page.delta) OVER (ORDER BY page.position DESC) - page.delta) AS balance
  FROM page CROSS JOIN after_page LEFT JOIN read.crowdfundings campaign ON campaign.id = page.crowdfunding_id
  ORDER BY page.position DESC`;

/** Movements of a wallet, newest first. */
export async function transactionsPage(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<Transaction>> {
  const { key, skip } = startOf(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<TransactionRecord>({
    name: 'transactions-page',
    text: PAGE,
    values: [accountId, ...key, skip],
  });
  return pageOf(NEWEST_FIRST, PAGE_SIZE, rows, (row) => [Number(row.position)], transactionOf);
}
