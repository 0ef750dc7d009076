import type { Receipt } from '../../../contract/wallet.ts';
import type { AccountId, PaymentId, Uuid } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';
import { type TransactionRecord, toTransaction } from '../wallets/query.ts';

/** A receipt without the fields that the API adds. */
export type ReceiptData = Omit<Receipt, 'number' | 'euros' | 'entryId' | 'eventHash'>;

interface ReceiptRecord extends TransactionRecord {
  readonly event_id: Uuid | null;
  readonly payment_id: PaymentId | null;
  readonly sequence: number | null;
  readonly hash: string | null;
  readonly profile_name: string | null;
  readonly nickname: string | null;
}

/**
 * The balance is computed backwards from the current balance, as in the list of transactions. The index
 * stores all movements of an account next to each other.
 */
const SELECT_RECEIPT = `
  SELECT movement.*, campaign.title, entry.event_id, entry.payment_id, profile.profile_name, profile.nickname,
    link.sequence, encode(link.hash, 'hex') AS hash,
    wallet.balance - coalesce((
      SELECT sum(newer.delta) FROM read.transactions newer
      WHERE newer.account_id = $1 AND newer.position > movement.position
    ), 0) AS balance
  FROM read.transactions movement
    JOIN read.wallets wallet ON wallet.account_id = movement.account_id
    LEFT JOIN read.profiles profile ON profile.id = movement.account_id
    LEFT JOIN read.journal_entries entry ON entry.position = movement.position
    LEFT JOIN trail.links link ON link.position = movement.position
    LEFT JOIN read.crowdfundings campaign ON campaign.id = movement.crowdfunding_id
  WHERE movement.account_id = $1 AND movement.id = $2`;

/** Returns the receipt for a movement, or null when the account's wallet has no movement with this id. */
export async function findReceipt(
  db: Queryable,
  accountId: AccountId,
  id: Uuid,
): Promise<ReceiptData | null> {
  const { rows } = await db.query<ReceiptRecord>({
    name: 'receipt',
    text: SELECT_RECEIPT,
    values: [accountId, id],
  });
  const [row] = rows;
  if (!row) return null;
  const { event_id: eventId, payment_id: paymentId, profile_name: profileName, nickname } = row;
  const { sequence, hash } = row;
  return {
    ...toTransaction(row),
    position: Number(row.position),
    eventId,
    paymentId,
    trail: sequence === null || hash === null ? null : { sequence, hash },
    holder: { profileName: profileName ?? '', nickname: nickname ?? '' },
  };
}
