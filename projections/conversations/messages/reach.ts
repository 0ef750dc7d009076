import type { AccountId } from '../../../domain/kernel/ids.ts';
import { type Queryable, unseen } from '../../queryable.ts';

/** Who writes to whom. */
export interface Correspondence {
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
}

/** Whether somebody may write to somebody. */
export interface Reach {
  /** Whether the author's account may be used. */
  readonly active: boolean;
  /** Whether the receiver is in sight. */
  readonly visible: boolean;
  /** Whether one of them blocks the other. */
  readonly blocked: boolean;
}

/**
 * Whether each of these may be written to by the other, in their order. The states are read as single values, since
 * for an EXISTS the planner may hash all active profiles, for a few of them.
 */
export async function reachOf(db: Queryable, asked: readonly Correspondence[]): Promise<readonly Reach[]> {
  const { rows } = await db.query<Reach>({
    name: 'reach-of',
    text: `SELECT
        coalesce((SELECT state = 'ACTIVE' FROM read.profiles WHERE id = asked.author), false) AS active,
        coalesce((SELECT state = 'ACTIVE' FROM read.profiles WHERE id = asked.receiver), false) AS visible,
        EXISTS (SELECT FROM read.blocks WHERE blocker_id = asked.receiver AND blocked_id = asked.author)
          OR EXISTS (SELECT FROM read.blocks WHERE blocker_id = asked.author AND blocked_id = asked.receiver) AS blocked
      FROM unnest(${unseen('$1', 'uuid[]')}, ${unseen('$2', 'uuid[]')}) WITH ORDINALITY AS asked (author, receiver, n) ORDER BY asked.n`,
    values: [asked.map(({ authorId }) => authorId), asked.map(({ receiverId }) => receiverId)],
  });
  return rows;
}
