import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { ErrorFrame } from '../../../../contract/conversations.ts';
import type { ProblemCode } from '../../../../contract/problem-catalogue.ts';
import {
  type Gap,
  gapBehind,
  learnUnread,
  loadMissed,
  refreshConversations,
} from '../../api/conversations.ts';
import { learnHidden } from '../../api/hidden-profiles.ts';
import { type LiveSocket, openLiveSocket } from '../../api/live-socket.ts';
import { messageText } from '../../i18n/index.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import {
  connectionChanged,
  messageArrived,
  messageRefused,
  selectThread,
  unsentRestored,
} from '../../state/messaging.ts';
import { NEW_TOKEN_MS, selectSession, selectUser, sessionExpired } from '../../state/session.ts';
import { keptUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';
import { sendUnsent } from './send-unsent.ts';

/** Temporary rejections, after which the message is sent again. */
const PASSING: ReadonlySet<string> = new Set<ProblemCode>([
  'SLOW_DOWN',
  'TEMPORARILY_UNAVAILABLE',
  'NOT_SAVED',
  'TOO_BUSY',
  'INTERNAL_ERROR',
]);

/**
 * Marks messages as read only while the page is visible; messages that arrive while it is hidden wait until
 * it is shown.
 */
function followSight({ dispatch, getState }: Store, socket: () => LiveSocket) {
  let gap: Gap | null = null;
  let filling = false;
  let unread: string | null = null;

  function look(): void {
    if (document.hidden) return;
    const open = selectThread(getState())?.conversationId;
    if (gap && gap.conversationId === open) return void fill(gap);
    if (unread && unread === open) socket().send({ read: unread });
    gap = null;
    unread = null;
  }

  /** A gap remains until its messages are loaded; later messages are not marked as read before. */
  async function fill(asked: Gap): Promise<void> {
    if (filling) return;
    filling = true;
    const filled = await dispatch(loadMissed(asked)).then(
      () => true,
      () => false,
    );
    filling = false;
    const isLast = gap === asked;
    if (filled && isLast) gap = null;
    if (filled || !isLast) look();
  }

  document.addEventListener('visibilitychange', look);
  return {
    stop: () => document.removeEventListener('visibilitychange', look),
    connected() {
      const thread = selectThread(getState());
      // Replaces an existing gap with a new object, because the request in flight may be too early for it.
      if (thread) gap = gap?.conversationId === thread.conversationId ? { ...gap } : gapBehind(thread);
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
  let ending: ReturnType<typeof setTimeout> | undefined;
  const unsent = sendUnsent(store, userId, () => socket);
  const seen = followSight(store, () => socket);

  function refused({ error, clientId }: ErrorFrame): void {
    const passing = PASSING.has(error.code);
    if (clientId && !passing) dispatch(messageRefused({ clientId, refusal: messageText(error) }));
    unsent.refused(passing);
    if (!passing) dispatch(feedbackGiven('bad', error));
  }

  const socket: LiveSocket = openLiveSocket(token, {
    onOpen() {
      dispatch(connectionChanged(true));
      seen.connected();
      dispatch(learnUnread()).catch(() => {});
      dispatch(learnHidden()).catch(() => {});
      unsent.go();
    },
    onClosed() {
      unsent.rest();
      dispatch(connectionChanged(false));
    },
    onMessage(message) {
      dispatch(messageArrived({ message, userId }));
      if (message.clientId) unsent.taken();
      dispatch(refreshConversations());
      if (message.profileId !== userId) seen.arrived(message.conversationId);
    },
    onError: refused,
    onSessionEnded() {
      ending = setTimeout(() => {
        if (selectSession(getState())?.token === token) dispatch(sessionExpired());
      }, NEW_TOKEN_MS);
    },
  });
  dispatch(unsentRestored(keptUnsent(userId)));
  return () => {
    clearTimeout(ending);
    unsent.stop();
    seen.stop();
    socket.close();
    dispatch(connectionChanged(false));
  };
}

/** Connects the message socket while somebody is logged in. */
export function useMessages(): void {
  const store = useStore() as Store;
  const token = useSelector(selectSession)?.token;
  const userId = useSelector(selectUser)?.id;

  useEffect(() => (token && userId ? follow(store, token, userId) : undefined), [store, token, userId]);
}
