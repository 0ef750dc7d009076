import type { LiveSocket } from '../../api/live-socket.ts';
import { patient } from '../../api/patience.ts';
import { selectUnsent, type UnsentMessage } from '../../state/messaging.ts';
import { selectUser } from '../../state/session.ts';
import { keepUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';

/** After a refusal that passes everything is sent again; what the server refuses time and again comes ever more rarely. */
const FIRST_RETRY_MS = 1_500;
const LONGEST_RETRY_MS = 30_000;
/** The server says something of a message within half of this time, or the connection is not what it seems. */
const SILENCE_MS = 20_000;
const LONGEST_SILENCE_MS = 300_000;

/** Sends what has not been sent, in order, once for each connection. */
export function sendUnsent(store: Store, userId: string, socket: () => LiveSocket) {
  const sent = new Set<string>();
  let before: readonly UnsentMessage[] = [];
  const retry = patient(again, FIRST_RETRY_MS, LONGEST_RETRY_MS);
  // What nothing is heard of has gone into a connection that only looks open.
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

  /** Forgets what went into a connection that has gone. */
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
    /** The server has taken a message. */
    taken() {
      retry.reset();
      renewal.reset();
      renewal.cancel();
      go();
    },
    /** The server has refused a message; one that it may take later is sent again. */
    refused(passing: boolean) {
      renewal.cancel();
      if (passing) retry.later();
      else go();
    },
  };
}
