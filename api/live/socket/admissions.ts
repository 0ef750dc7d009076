import { gathered } from '../../../domain/kernel/gathered.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { cannotInteract } from '../../../domain/social-graph/decide.ts';
import {
  type Correspondence,
  type Reach,
  reachOf,
} from '../../../projections/conversations/messages/query.ts';
import { missingReceiver } from '../../contract/conversations.ts';
import { missing, rejected, sessionExpired } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';

/** A query for a few messages costs the processor as much as sealing and logging them; a writer does not notice the rest. */
const PACE = { atOnce: 1, restMs: 3 };

/**
 * Demands that somebody may write to somebody; a crowd that asks costs one query. The session itself is watched with the
 * socket.
 * @throws ApiFailure 401 for an author who may not be here any more, 404 for a receiver out of sight, 400 when one of
 * the two blocks the other
 */
export function createAdmissions({
  pool,
}: Pick<ApiSystem, 'pool'>): (authorId: AccountId, receiverId: AccountId) => Promise<void> {
  const reach = gathered<Correspondence, Reach>((asked) => reachOf(pool, asked), PACE);

  return async (authorId, receiverId) => {
    const { active, visible, blocked } = await reach({ authorId, receiverId });
    if (!active) throw sessionExpired();
    if (!visible) throw missing(missingReceiver);
    if (blocked && !cannotInteract.accepted) throw rejected(cannotInteract.rejection);
  };
}
