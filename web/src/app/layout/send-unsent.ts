import type { LiveSocket } from '../../api/live-socket.ts';
import { patient } from '../../api/patience.ts';
import { selectUnsent, type UnsentMessage } from '../../state/messaging.ts';
import { selectUser } from '../../state/session.ts';
import { keepUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';

/** Delays between retries after a temporary rejection, with exponential backoff. */
const FIRST_RETRY_MS = 1_500;
const LONGEST_RETRY_MS = 30_000;
/** Time without an answer to a message after which the connection is replaced. */
const SILENCE_MS = 20_000;
const LONGEST_SILENCE_MS = 300_000;

/** Sends unsent messages in order, once per connection. */
export function sendUnsent(store: Store, userId: string, socket: () => LiveSocket) {
  const sent = new Set<string>();
  let before: readonly UnsentMessage[] = [];
  const retry = patient(again, FIRST_RETRY_MS, LONGEST_RETRY_MS);
  // Messages without an answer may have been sent on a dead connection.
  const renewal = patient(renewIfSilent, SILENCE_MS, LONGEST_SILENCE_MS);

  const waiting = () => selectUnsent(store.getState()).filter(({ refusal }) => !refusal);
  const isSilent = () => waiting().some(({ clientId }) => sent.has(clientId));

  function go(): void {
    if (retry.waits()) return;
    for (const { timestamp: _, ...frame } of waiting())
      if (!sent.has(frame.clientId) && socket().send(frame)) sent.add(frame.clientId);
    if (isSilent()) renewal.later();
  }

  function renewIfSilent(): void {
    if (isSilent()) socket().renew();
  }

  /** Resets the state of a closed connection. */
  function rest(): void {
    sent.clear();
    retry.cancel();
    renewal.cancel();
  }

  function again(): void {
    rest();
    go();
  }

  const unsubscribe = store.subscribe(() => {
    const unsent = selectUnsent(store.getState());
    if (unsent === before || selectUser(store.getState())?.id !== userId) return;
    keepUnsent(userId, unsent, before);
    before = unsent;
    go();
  });
  return {
    go,
    rest,
    stop() {
      unsubscribe();
      rest();
    },
    /** The server accepted a message. */
    taken() {
      retry.reset();
      renewal.reset();
      renewal.cancel();
      go();
    },
    /** The server rejected a message; after a temporary rejection it is sent again. */
    refused(passing: boolean) {
      renewal.cancel();
      if (passing) retry.later();
      else go();
    },
  };
}
