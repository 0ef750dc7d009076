import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { ErrorFrame } from '../../../../api/contract/conversations.ts';
import {
  type Gap,
  gapBehind,
  learnUnread,
  loadMissed,
  refreshConversations,
} from '../../api/conversations.ts';
import { learnHidden } from '../../api/hidden-profiles.ts';
import { type LiveSocket, openLiveSocket } from '../../api/live-socket.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import {
  connectionChanged,
  messageArrived,
  messageRefused,
  selectThread,
  selectUnsent,
  type UnsentMessage,
  unsentRestored,
} from '../../state/messaging.ts';
import { selectSession, selectUser, sessionExpired } from '../../state/session.ts';
import { keepUnsent, keptUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';

/** A change of the token ends the old one's sockets before the browser has the new one. */
const NEW_TOKEN_MS = 3_000;
const SLOWED_MS = 1_500;
/** The server confirms a message within this time, or the connection is not what it seems. */
const ECHO_MS = 10_000;
/** Refusals that pass: the message is sent again. */
const PASSING = new Set(['SLOW_DOWN', 'TEMPORARILY_UNAVAILABLE', 'TOO_BUSY', 'INTERNAL_ERROR']);

/** Sends what has not been sent, in order, once for each connection; says how to stop. */
function sendUnsent(store: Store, userId: string, socket: () => LiveSocket) {
  const sent = new Map<string, ReturnType<typeof setTimeout>>();
  let before: readonly UnsentMessage[] = [];

  // A message that nothing is heard of has gone into a connection that only looks open.
  const expectEcho = (clientId: string) =>
    setTimeout(() => {
      const waits = ({ refusal, ...unsent }: UnsentMessage) => !refusal && unsent.clientId === clientId;
      if (selectUnsent(store.getState()).some(waits)) socket().renew();
    }, ECHO_MS);

  function forgetSent(): void {
    for (const timer of sent.values()) clearTimeout(timer);
    sent.clear();
  }

  function go(): void {
    for (const { timestamp: _, refusal, ...frame } of selectUnsent(store.getState()))
      if (!refusal && !sent.has(frame.clientId) && socket().send(frame))
        sent.set(frame.clientId, expectEcho(frame.clientId));
  }

  const unsubscribe = store.subscribe(() => {
    const unsent = selectUnsent(store.getState());
    if (unsent === before || selectUser(store.getState())?.id !== userId) return;
    keepUnsent(userId, unsent, before);
    before = unsent;
    go();
  });
  return {
    stop() {
      unsubscribe();
      forgetSent();
    },
    again() {
      forgetSent();
      go();
    },
  };
}

/** Nothing counts as read before somebody sees it: what comes while the page is hidden waits until it is shown. */
function followSight({ dispatch, getState }: Store, socket: () => LiveSocket) {
  let gap: Gap | null = null;
  let unread: string | null = null;

  function look(): void {
    if (document.hidden) return;
    const open = selectThread(getState())?.conversationId;
    if (gap && gap.conversationId === open) dispatch(loadMissed(gap)).catch(() => {});
    if (unread && unread === open) socket().send({ read: unread });
    gap = null;
    unread = null;
  }

  document.addEventListener('visibilitychange', look);
  return {
    stop: () => document.removeEventListener('visibilitychange', look),
    connected() {
      const thread = selectThread(getState());
      if (thread && gap?.conversationId !== thread.conversationId) gap = gapBehind(thread);
      look();
    },
    arrived(conversationId: string) {
      if (selectThread(getState())?.conversationId === conversationId) unread = conversationId;
      look();
    },
  };
}

function follow(store: Store, token: string, userId: string): () => void {
  const { dispatch, getState } = store;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (act: () => void, ms: number) => void timers.add(setTimeout(act, ms));
  const unsent = sendUnsent(store, userId, () => socket);
  const seen = followSight(store, () => socket);

  function refused({ error, clientId }: ErrorFrame): void {
    if (PASSING.has(error.code)) {
      later(unsent.again, SLOWED_MS);
      return;
    }
    if (clientId) dispatch(messageRefused({ clientId, refusal: error.message }));
    dispatch(feedbackGiven('bad', error.message));
  }

  const socket: LiveSocket = openLiveSocket(token, {
    onOpen() {
      dispatch(connectionChanged(true));
      seen.connected();
      dispatch(learnUnread()).catch(() => {});
      dispatch(learnHidden()).catch(() => {});
      unsent.again();
    },
    onClosed: () => void dispatch(connectionChanged(false)),
    onMessage(message) {
      dispatch(messageArrived({ message, userId }));
      dispatch(refreshConversations());
      if (message.profileId !== userId) seen.arrived(message.conversationId);
    },
    onError: refused,
    onSessionEnded: () =>
      later(() => {
        if (selectSession(getState())?.token === token) dispatch(sessionExpired());
      }, NEW_TOKEN_MS),
  });
  dispatch(unsentRestored(keptUnsent(userId)));
  return () => {
    for (const timer of timers) clearTimeout(timer);
    unsent.stop();
    seen.stop();
    socket.close();
    dispatch(connectionChanged(false));
  };
}

/** Keeps the connection for messages while somebody is logged in. */
export function useMessages(): void {
  const store = useStore() as Store;
  const token = useSelector(selectSession)?.token;
  const userId = useSelector(selectUser)?.id;

  useEffect(() => (token && userId ? follow(store, token, userId) : undefined), [store, token, userId]);
}
