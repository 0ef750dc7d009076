import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { ErrorFrame } from '../../../../contract/conversations.ts';
import type { ProblemCode } from '../../../../contract/problem-catalogue.ts';
import {
  type Gap,
  getGapAfter,
  loadMissedMessages,
  loadUnreadSenders,
  refreshConversations,
} from '../../api/conversations.ts';
import { loadHiddenProfiles } from '../../api/hidden-profiles.ts';
import { type LiveSocket, openLiveSocket } from '../../api/live-socket.ts';
import { connectTyping, startTyping, stopTyping } from '../../api/typing.ts';
import { translateMessage } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import {
  connectionChanged,
  messageArrived,
  messageRejected,
  selectThread,
  unsentRestored,
} from '../../state/messaging.ts';
import { STALE_TOKEN_GRACE_MS, selectSession, selectUser, sessionExpired } from '../../state/session.ts';
import { loadUnsent } from '../../state/unsent-storage.ts';
import type { Store } from '../store.ts';
import { createUnsentSender } from './unsent-sender.ts';

/** Codes of temporary rejections, after which the message is sent again. */
const TRANSIENT_ERRORS: ReadonlySet<string> = new Set<ProblemCode>([
  'SLOW_DOWN',
  'TEMPORARILY_UNAVAILABLE',
  'NOT_SAVED',
  'TOO_BUSY',
  'INTERNAL_ERROR',
]);

/** Marks messages as read while the page is visible; those that arrive while it is hidden, when it is shown. */
function createReadTracker({ dispatch, getState }: Store, getSocket: () => LiveSocket) {
  let gap: Gap | null = null;
  let isFilling = false;
  let unread: string | null = null;

  function markVisibleAsRead(): void {
    if (document.hidden) return;
    const open = selectThread(getState())?.conversationId;
    if (gap && gap.conversationId === open) return void fillGap(gap);
    if (unread && unread === open) getSocket().send({ read: unread });
    gap = null;
    unread = null;
  }

  /** Loads the messages in a gap. Until they are loaded, later messages are not marked as read. */
  async function fillGap(requestedGap: Gap): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    const isFilled = await dispatch(loadMissedMessages(requestedGap)).then(
      () => true,
      () => false,
    );
    isFilling = false;
    const isLast = gap === requestedGap;
    if (isFilled && isLast) gap = null;
    if (isFilled || !isLast) markVisibleAsRead();
  }

  document.addEventListener('visibilitychange', markVisibleAsRead);
  return {
    stop: () => document.removeEventListener('visibilitychange', markVisibleAsRead),
    onConnected() {
      const thread = selectThread(getState());
      // Copies an existing gap, because the request in flight may have been sent before the latest messages.
      if (thread) gap = gap?.conversationId === thread.conversationId ? { ...gap } : getGapAfter(thread);
      markVisibleAsRead();
    },
    onMessageArrived(conversationId: string) {
      if (selectThread(getState())?.conversationId === conversationId) unread = conversationId;
      markVisibleAsRead();
    },
  };
}

function connectSocket(store: Store, token: string, userId: string): () => void {
  const { dispatch, getState } = store;
  let sessionExpiryTimer: ReturnType<typeof setTimeout> | undefined;
  const unsentSender = createUnsentSender(store, userId, () => socket);
  const readTracker = createReadTracker(store, () => socket);

  function handleError({ error, clientId }: ErrorFrame): void {
    const isTransient = TRANSIENT_ERRORS.has(error.code);
    if (clientId && !isTransient) dispatch(messageRejected({ clientId, refusal: translateMessage(error) }));
    unsentSender.onRejected(isTransient);
    if (!isTransient) dispatch(feedbackAdded('bad', error));
  }

  const socket: LiveSocket = openLiveSocket(token, {
    onOpen() {
      dispatch(connectionChanged(true));
      readTracker.onConnected();
      dispatch(loadUnreadSenders()).catch(() => {});
      dispatch(loadHiddenProfiles()).catch(() => {});
      unsentSender.sendWaiting();
    },
    onClose() {
      unsentSender.reset();
      dispatch(connectionChanged(false));
    },
    onMessage(message) {
      dispatch(messageArrived({ message, userId }));
      stopTyping(message.profileId);
      if (message.clientId) unsentSender.onAccepted();
      dispatch(refreshConversations());
      if (message.profileId !== userId) readTracker.onMessageArrived(message.conversationId);
    },
    onError: handleError,
    onTyping: startTyping,
    onSessionEnded() {
      sessionExpiryTimer = setTimeout(() => {
        if (selectSession(getState())?.token === token) dispatch(sessionExpired());
      }, STALE_TOKEN_GRACE_MS);
    },
  });
  const disconnectTyping = connectTyping(socket.send);
  dispatch(unsentRestored(loadUnsent(userId)));
  return () => {
    clearTimeout(sessionExpiryTimer);
    unsentSender.stop();
    readTracker.stop();
    disconnectTyping();
    socket.close();
    dispatch(connectionChanged(false));
  };
}

/** Connects the message socket while an account is logged in. */
export function MessageSocket(): null {
  const store = useStore() as Store;
  const token = useSelector(selectSession)?.token;
  const userId = useSelector(selectUser)?.id;

  useEffect(
    () => (token && userId ? connectSocket(store, token, userId) : undefined),
    [store, token, userId],
  );

  return null;
}
