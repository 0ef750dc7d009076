import type { ConversationRow } from '../../../contract/conversations.ts';
import { conversationsEndpoints } from '../../../contract/endpoints/conversations.ts';
import {
  missedMessagesLoaded,
  olderMessagesLoaded,
  selectArrivals,
  selectThread,
  selectUnreadFrom,
  type Thread,
  threadClosed,
  threadOpened,
  toThread,
  unreadSendersLoaded,
} from '../state/messaging.ts';
import { selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { type ArgumentsOf, createEndpoints, type PageOf } from './endpoints.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { refetchFirstPageOnly } from './paging.ts';
import type { AppThunk } from './state.ts';
import { createThrottledThunk } from './throttled-thunk.ts';

export const conversationsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(conversationsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getConversations: {
        ...refetchFirstPageOnly<ConversationRow>(({ id, lastMessage }) => lastMessage?.id ?? id),
        providesTags: ['Conversations'],
        extraOptions: { networkFailure: 'shared:failures.loadConversations' },
      },
    },
  });

export const { useGetConversationsInfiniteQuery } = conversationsApi;

const { getConversation, getUnread } = conversationsEndpoints;

type ConversationPage = PageOf<typeof getConversation>;

/** Fetches one page of a conversation. The page is given by arguments or by the `next` path from the previous page. */
const fetchConversationPage = (
  address: ArgumentsOf<typeof getConversation> | string,
): AppThunk<Promise<ConversationPage>> =>
  fetchUncached(getConversation, address, { networkFailure: 'shared:failures.loadConversation' });

/** Loads the page of messages before the oldest loaded message. */
export const loadOlderMessages = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const older = selectThread(getState())?.older;
  if (!older) return;
  const { id, messages, next } = await dispatch(fetchConversationPage(older));
  // A chat that was opened again in the meantime has other messages, and this page may not precede them.
  if (selectThread(getState())?.older !== older) return;
  dispatch(olderMessagesLoaded({ conversationId: id, messages, older: next }));
};

/** A point in the open chat after which messages may be missing. */
export interface Gap extends Pick<Thread, 'conversationId' | 'withId'> {
  /** Id of the last message before the gap; undefined if the chat is empty. */
  readonly after: string | undefined;
}

/** Returns the gap after the last loaded message in a chat. */
export const getGapAfter = ({ conversationId, withId, messages }: Thread): Gap => ({
  conversationId,
  withId,
  after: messages.at(-1)?.id,
});

/** Loads the messages that the open chat missed while disconnected. The server marks these messages as read. */
export const loadMissedMessages =
  (gap: Gap): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { conversationId, withId } = gap;
    let { after } = gap;
    let address: Parameters<typeof fetchConversationPage>[0] | null = after
      ? { id: conversationId, after }
      : { id: withId };
    while (address) {
      const missedMessages: ConversationPage = await dispatch(fetchConversationPage(address));
      dispatch(missedMessagesLoaded({ missed: missedMessages, after }));
      after = missedMessages.messages.at(-1)?.id ?? after;
      address = gap.after ? missedMessages.next : null;
    }
  };

/**
 * Opens the chat with a profile, unless the current user has left the chat page in the meantime. Messages that arrive
 * during the request may be missing from the response. Rejects with the error of the request.
 */
export const openThread =
  (withId: string, signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const before = selectArrivals(getState());
    const { next, ...conversation } = await dispatch(fetchConversationPage({ id: withId }));
    const user = selectUser(getState());
    if (!user || signal.aborted) return;
    const thread = toThread(conversation, user, next);
    dispatch(threadOpened(thread));
    if (selectArrivals(getState()) === before) return;
    try {
      await dispatch(loadMissedMessages(getGapAfter(thread)));
    } catch (failure) {
      // Otherwise, messages after the gap would be marked as read.
      if (!signal.aborted) dispatch(threadClosed());
      throw failure;
    }
  };

/** Loads the ids of profiles whose messages are unread. */
export const loadUnreadSenders = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const before = selectUnreadFrom(getState());
  const { from } = await dispatch(fetchUncached(getUnread, undefined));
  dispatch(unreadSendersLoaded({ from, before }));
};

const LIST_REFRESH_MS = 500;

/** Invalidates the conversation list, but not for every single message of an open chat. */
export const refreshConversations = createThrottledThunk(
  () => kindraApi.util.invalidateTags(['Conversations']),
  LIST_REFRESH_MS,
);
