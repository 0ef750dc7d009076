import { receiverNotFound } from '../../../contract/conversations.ts';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { interactionRefused } from '../../../domain/social-graph/decide.ts';
import {
  type AuthorAndReceiver,
  loadSendPermissions,
  type SendPermission,
} from '../../../projections/conversations/messages/query.ts';
import {
  createNotFoundFailure,
  createSessionExpiredFailure,
  toRejectionFailure,
} from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';

/** Pauses make batches larger: a query for a few messages takes as much CPU time as encrypting and appending them. */
const BATCH_OPTIONS = { maxConcurrent: 1, pauseMs: 3 };

/** Checks whether an author is allowed to write to a receiver. Rejects if not. */
export type SendPermissionCheck = (authorId: AccountId, receiverId: AccountId) => Promise<void>;

/**
 * Creates a function that checks whether an author is allowed to write to a receiver, but not the session, which the
 * socket watches. It throws ApiFailure 401 when the author is not active, 404 when the receiver is not visible, and 400
 * when one of the two blocks the other.
 */
export function createSendPermissionCheck({ pool }: Pick<ApiSystem, 'pool'>): SendPermissionCheck {
  const loadPermission = createBatchLoader<AuthorAndReceiver, SendPermission>(
    (pairs) => loadSendPermissions(pool, pairs),
    BATCH_OPTIONS,
  );

  return async (authorId, receiverId) => {
    const { isAuthorActive, isReceiverActive, isBlocked } = await loadPermission({ authorId, receiverId });
    if (!isAuthorActive) throw createSessionExpiredFailure();
    if (!isReceiverActive) throw createNotFoundFailure(receiverNotFound);
    if (isBlocked) throw toRejectionFailure(interactionRefused.rejection);
  };
}
