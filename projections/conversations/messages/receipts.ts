import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import { type Queryable, queryValue } from '../../queryable.ts';

/**
 * Returns SQL for the id of a participant's newest message that the other participant has read, or NULL. `mine` is
 * the participant's row in `read.conversations`. No receipts are shown while either participant has turned receipts
 * off or blocks the other. The same applies to messages that were read before receipts were turned on again.
 */
export const selectSeenMessage = (mine: string): string => `
  CASE WHEN ${mine}.seen_position IS NOT NULL
    AND NOT EXISTS (SELECT FROM read.read_receipt_switches switch
      WHERE switch.account_id IN (${mine}.account_id, ${mine}.other_id)
        AND (NOT switch.enabled OR switch.position > ${mine}.seen_position))
    AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${mine}.account_id AND blocked_id = ${mine}.other_id)
    AND NOT EXISTS (SELECT FROM read.blocks WHERE blocker_id = ${mine}.other_id AND blocked_id = ${mine}.account_id)
  THEN (SELECT seen.id FROM read.messages seen
    WHERE seen.conversation_id = ${mine}.conversation_id AND seen.position < ${mine}.seen_position
      AND seen.author_id = ${mine}.account_id
    ORDER BY seen.position DESC LIMIT 1) END`;

/** Newest message of an account that the other participant in the conversation has read. */
export interface ReadReceipt {
  readonly accountId: AccountId;
  readonly conversationId: Uuid;
  readonly messageId: Uuid;
}

/** Loads read receipts for pairs of account and conversation. Pairs without a receipt are missing. */
export async function loadReadReceipts(
  db: Queryable,
  pairs: readonly Omit<ReadReceipt, 'messageId'>[],
): Promise<readonly ReadReceipt[]> {
  const { rows } = await db.query<ReadReceipt>({
    name: 'read-receipts',
    text: `SELECT * FROM (
        SELECT mine.account_id AS "accountId", mine.conversation_id AS "conversationId",
          ${selectSeenMessage('mine')} AS "messageId"
        FROM unnest($1::uuid[], $2::uuid[]) AS requested (account_id, conversation_id)
        JOIN read.conversations mine USING (account_id, conversation_id)) receipts
      WHERE "messageId" IS NOT NULL`,
    values: [pairs.map(({ accountId }) => accountId), pairs.map(({ conversationId }) => conversationId)],
  });
  return rows;
}

/** Returns whether an account has read receipts turned on. Such an account sends and receives them. */
export const areReceiptsEnabled = async (db: Queryable, accountId: AccountId): Promise<boolean> =>
  (await queryValue<boolean>(db, {
    name: 'receipts-enabled',
    text: 'SELECT enabled FROM read.read_receipt_switches WHERE account_id = $1',
    values: [accountId],
  })) ?? true;
