import type { Transaction, Wallet } from '../../../contract/wallet.ts';
import type { AccountId, CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import { type Queryable, queryNumber } from '../../queryable.ts';

/** Returns the wallet of an account, or an empty one when the account does not exist. */
export const getWallet = async (db: Queryable, accountId: AccountId): Promise<Wallet> => ({
  walletCoins: await queryNumber(db, {
    name: 'wallet-of',
    text: 'SELECT balance FROM read.wallets WHERE account_id = $1',
    values: [accountId],
  }),
});

/** A row for a movement and the balance after it. */
export interface TransactionRecord extends Pick<Transaction, 'id' | 'type' | 'direction'> {
  readonly position: string;
  readonly amount: string;
  readonly balance: string;
  readonly occurred_at: Date;
  readonly crowdfunding_id: CrowdfundingId | null;
  readonly title: string | null;
}

/** Maps a row to a transaction. */
export const toTransaction = (row: TransactionRecord): Transaction => ({
  id: row.id,
  type: row.type,
  amount: Number(row.amount),
  direction: row.direction,
  dateTime: row.occurred_at.toISOString(),
  balance: Number(row.balance),
  crowdfunding: row.crowdfunding_id === null ? null : { id: row.crowdfunding_id, title: row.title ?? '' },
});

const NEWEST_FIRST = orderByNewest('transactions', 'position');
const PAGE_SIZE = 20;

/**
 * The balance after a movement is computed backwards: the current balance minus the changes by all newer
 * movements. Wallet and movements are consistent, because they are written in one transaction and read in one
 * statement. Rows cannot store the balance, because row changes are derived from a single event, which does
 * not contain the balance. Movements that are newer than the page are summed from the index alone.
 */
const SELECT_PAGE = `
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

/** Lists the movements of a wallet, newest first. */
export async function listTransactions(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<Transaction>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<TransactionRecord>({
    name: 'transactions-page',
    text: SELECT_PAGE,
    values: [accountId, ...key, skip],
  });
  return buildPage(NEWEST_FIRST, PAGE_SIZE, rows, toTransaction);
}
