import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ConversationRow } from '../../../contract/conversations.ts';
import { conversationsEndpoints } from '../../../contract/endpoints/conversations.ts';
import {
  type MessagingState,
  missedLoaded,
  newKnown,
  olderLoaded,
  selectArrivals,
  selectNewFrom,
  selectThread,
  type Thread,
  threadClosed,
  threadOf,
  threadOpened,
} from '../state/messaging.ts';
import { type SessionState, selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { type ArgumentsOf, endpointsFor, type PageOf } from './endpoints.ts';
import { renewedAtFirst } from './paging.ts';
import { readOnce, readPage } from './read-once.ts';

const conversationReads = kindraApi
  .injectEndpoints({ endpoints: endpointsFor(conversationsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getConversations: {
        ...renewedAtFirst<ConversationRow>(({ id, lastMessage }) => lastMessage?.id ?? id),
        providesTags: ['Conversations'],
        extraOptions: { networkFailure: 'shared:failures.loadConversations' },
      },
    },
  });

export const { useGetConversationsInfiniteQuery } = conversationReads;

type State = {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly messaging: MessagingState;
  readonly session: SessionState;
};
/** Dispatch type for the thunks of this module. */
export type MessagingDispatch = ThunkDispatch<State, unknown, UnknownAction>;

type Thunk<Result> = ThunkAction<Promise<Result>, State, unknown, UnknownAction>;

const { getConversation, getUnread } = conversationsEndpoints;

type Part = PageOf<typeof getConversation>;

/** Fetches one page of a conversation, by its arguments or by the `next` path of the previous page. */
const part = (at: ArgumentsOf<typeof getConversation> | string): Thunk<Part> =>
  readPage(getConversation, at, { networkFailure: 'shared:failures.loadConversation' });

/** Loads older messages. */
export const loadOlder = (): Thunk<void> => async (dispatch, getState) => {
  const thread = selectThread(getState());
  if (!thread?.older) return;
  const { id, messages, next } = await dispatch(part(thread.older));
  dispatch(olderLoaded({ conversationId: id, messages, older: next }));
};

/** A point in the open chat after which messages may be missing. */
export interface Gap extends Pick<Thread, 'conversationId' | 'withId'> {
  /** Id of the last message before the gap; undefined when the chat is empty. */
  readonly after: string | undefined;
}

/** The gap after the last loaded message of a chat. */
export const gapBehind = ({ conversationId, withId, messages }: Thread): Gap => ({
  conversationId,
  withId,
  after: messages.at(-1)?.id,
});

/** Loads the messages that the open chat missed while disconnected. The server marks them as read. */
export const loadMissed =
  (gap: Gap): Thunk<void> =>
  async (dispatch) => {
    const { conversationId, withId } = gap;
    let { after } = gap;
    let at: Parameters<typeof part>[0] | null = after ? { id: conversationId, after } : { id: withId };
    while (at) {
      const missed: Part = await dispatch(part(at));
      dispatch(missedLoaded({ missed, after }));
      after = missed.messages.at(-1)?.id ?? after;
      at = gap.after ? missed.next : null;
    }
  };

/**
 * Opens the chat with a profile, unless its page has been left in the meantime. Messages that arrive during
 * the request may be missing from the answer. Rejects with the error of the call.
 */
export const openThread =
  (withId: string, left: AbortSignal): Thunk<void> =>
  async (dispatch, getState) => {
    const before = selectArrivals(getState());
    const { next, ...conversation } = await dispatch(part({ id: withId }));
    const user = selectUser(getState());
    if (!user || left.aborted) return;
    const thread = threadOf(conversation, user, next);
    dispatch(threadOpened(thread));
    if (selectArrivals(getState()) === before) return;
    try {
      await dispatch(loadMissed(gapBehind(thread)));
    } catch (failure) {
      // Messages after a gap would be marked as read.
      if (!left.aborted) dispatch(threadClosed());
      throw failure;
    }
  };

/** Loads the ids of profiles that sent unread messages. */
export const learnUnread = (): Thunk<void> => async (dispatch, getState) => {
  const before = selectNewFrom(getState());
  const { from } = await dispatch(readOnce(getUnread, undefined));
  dispatch(newKnown({ from, before }));
};

/** Invalidates the list of conversations. */
export const refreshConversations = () => kindraApi.util.invalidateTags(['Conversations']);
