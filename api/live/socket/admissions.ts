import { missingReceiver } from '../../../contract/conversations.ts';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { cannotInteract } from '../../../domain/social-graph/decide.ts';
import {
  type Correspondence,
  type Reach,
  reachOf,
} from '../../../projections/conversations/messages/query.ts';
import { missing, rejected, sessionExpired } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';

/** Makes batches larger: a query for few messages costs as much CPU as encrypting and appending them. */
const PACE = { maxConcurrent: 1, pauseMs: 3 };

/**
 * Creates the check whether an author may write to a receiver. Concurrent checks share a query. The session
 * is checked by the session watch of the socket. The check throws ApiFailure 401 when the author's account is
 * not active, 404 when the receiver is not visible, and 400 when one of the two blocks the other.
 */
export function createAdmissions({
  pool,
}: Pick<ApiSystem, 'pool'>): (authorId: AccountId, receiverId: AccountId) => Promise<void> {
  const reach = createBatchLoader<Correspondence, Reach>((asked) => reachOf(pool, asked), PACE);

  return async (authorId, receiverId) => {
    const { active, visible, blocked } = await reach({ authorId, receiverId });
    if (!active) throw sessionExpired();
    if (!visible) throw missing(missingReceiver);
    if (blocked) throw rejected(cannotInteract.rejection);
  };
}
