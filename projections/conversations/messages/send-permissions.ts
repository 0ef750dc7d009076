import { isActive } from '../../../common/account-state-sql.ts';
import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Author and receiver of a message. */
export interface AuthorAndReceiver {
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
}

/** Conditions that determine whether an author is allowed to write to a receiver. */
export interface SendPermission {
  readonly isAuthorActive: boolean;
  readonly isReceiverActive: boolean;
  /** Whether the author or the receiver blocks the other. */
  readonly isBlocked: boolean;
}

/**
 * Checks for each pair whether the author is allowed to write to the receiver. The results are in the order
 * of the pairs. Account states are read with scalar subqueries, because with EXISTS the planner may hash all
 * active profiles.
 */
export async function loadSendPermissions(
  db: Queryable,
  pairs: readonly AuthorAndReceiver[],
): Promise<readonly SendPermission[]> {
  const { rows } = await db.query<SendPermission>({
    name: 'reach-of',
    text: `SELECT
        coalesce((SELECT ${isActive()} FROM read.profiles profile WHERE profile.id = requested.author), false) AS "isAuthorActive",
        coalesce((SELECT ${isActive()} FROM read.profiles profile WHERE profile.id = requested.receiver), false) AS "isReceiverActive",
        EXISTS (SELECT FROM read.blocks WHERE blocker_id = requested.receiver AND blocked_id = requested.author)
          OR EXISTS (SELECT FROM read.blocks WHERE blocker_id = requested.author AND blocked_id = requested.receiver) AS "isBlocked"
      FROM unnest(${opaqueParameter('$1', 'uuid[]')}, ${opaqueParameter('$2', 'uuid[]')}) WITH ORDINALITY AS requested (author, receiver, n) ORDER BY requested.n`,
    values: [pairs.map(({ authorId }) => authorId), pairs.map(({ receiverId }) => receiverId)],
  });
  return rows;
}
