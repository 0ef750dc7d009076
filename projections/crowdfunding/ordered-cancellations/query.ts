import type { Actor } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import { FIRST_ID } from '../../paging.ts';
import { type Queryable, queryValue } from '../../queryable.ts';

/** A pending or active campaign that staff ordered to be cancelled, and the event with that order. */
export interface OrderedCancellation {
  readonly id: CrowdfundingId;
  readonly eventId: Uuid;
  readonly correlationId: Uuid;
  readonly actor: Actor;
  readonly reason: string | null;
}

interface OrderedRecord extends Pick<OrderedCancellation, 'id' | 'reason'> {
  readonly event_id: Uuid;
  readonly correlation_id: Uuid;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
}

const FROM_OPEN_ORDERS = `FROM read.crowdfunding_cancellations ordered
  JOIN read.crowdfundings campaign ON campaign.creator_id = ordered.account_id
  WHERE campaign.status IN ('PENDING', 'ACTIVE')
    AND (ordered.created_before IS NULL OR campaign.created_at <= ordered.created_before)`;

/**
 * Lists open campaigns that staff ordered to be cancelled, sorted by id.
 * @param after id of the last campaign on the previous page; null for the first page
 */
export async function listOrderedCancellations(
  db: Queryable,
  after: CrowdfundingId | null,
  limit: number,
): Promise<readonly OrderedCancellation[]> {
  const { rows } = await db.query<OrderedRecord>({
    name: 'ordered-cancellations',
    text: `SELECT campaign.id, event_id, correlation_id, actor_kind, actor_id, reason ${FROM_OPEN_ORDERS}
      AND campaign.id > $1 ORDER BY campaign.id LIMIT $2`,
    values: [after ?? FIRST_ID, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    correlationId: row.correlation_id,
    actor: { kind: row.actor_kind, id: row.actor_id },
    reason: row.reason,
  }));
}

/** Returns whether an account has open campaigns that staff ordered to be cancelled. */
export const hasOrderedCancellations = async (db: Queryable, accountId: AccountId): Promise<boolean> =>
  (await queryValue(db, {
    name: 'has-ordered-cancellations',
    text: `SELECT EXISTS (SELECT ${FROM_OPEN_ORDERS} AND ordered.account_id = $1) AS waiting`,
    values: [accountId],
  })) === true;
