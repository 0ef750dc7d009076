import { createBackoff } from '../../api/backoff.ts';
import type { LiveSocket } from '../../api/live-socket.ts';
import { selectUnsent, type UnsentMessage } from '../../state/messaging.ts';
import { selectUser } from '../../state/session.ts';
import { saveUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';

/** Initial delay before a temporarily rejected message is sent again, in milliseconds. */
const INITIAL_RETRY_MS = 1_500;
const MAX_RETRY_MS = 30_000;
/** Initial time to wait for a response to a message before the connection is replaced, in milliseconds. */
const INITIAL_SILENCE_MS = 20_000;
const MAX_SILENCE_MS = 300_000;

/** Creates a sender that sends unsent messages in order, each message once per connection. */
export function createUnsentSender(store: Store, userId: string, getSocket: () => LiveSocket) {
  const sentIds = new Set<string>();
  let before: readonly UnsentMessage[] = [];
  const retry = createBackoff(resend, INITIAL_RETRY_MS, MAX_RETRY_MS);
  // Unconfirmed messages may have been sent over a dead connection.
  const renewal = createBackoff(reconnectIfUnanswered, INITIAL_SILENCE_MS, MAX_SILENCE_MS);

  const listWaiting = () => selectUnsent(store.getState()).filter(({ refusal }) => !refusal);
  const hasUnansweredMessages = () => listWaiting().some(({ clientId }) => sentIds.has(clientId));

  function sendWaiting(): void {
    if (retry.isPending()) return;
    for (const { timestamp: _, ...frame } of listWaiting())
      if (!sentIds.has(frame.clientId) && getSocket().send(frame)) sentIds.add(frame.clientId);
    if (hasUnansweredMessages()) renewal.schedule();
  }

  function reconnectIfUnanswered(): void {
    if (hasUnansweredMessages()) getSocket().reconnect();
  }

  function reset(): void {
    sentIds.clear();
    retry.cancel();
    renewal.cancel();
  }

  function resend(): void {
    reset();
    sendWaiting();
  }

  const unsubscribe = store.subscribe(() => {
    const unsentMessages = selectUnsent(store.getState());
    if (unsentMessages === before || selectUser(store.getState())?.id !== userId) return;
    saveUnsent(userId, unsentMessages, before);
    before = unsentMessages;
    sendWaiting();
  });
  return {
    sendWaiting,
    reset,
    stop() {
      unsubscribe();
      reset();
    },
    onAccepted() {
      retry.markSuccess();
      renewal.markSuccess();
      renewal.cancel();
      sendWaiting();
    },
    /** Called when the server rejects a message. After a temporary rejection, the message is sent again. */
    onRejected(isTransient: boolean) {
      renewal.cancel();
      if (isTransient) retry.schedule();
      else sendWaiting();
    },
  };
}
