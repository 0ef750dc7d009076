import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Conversation, ConversationRow } from '../../../api/contract/conversations.ts';
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
import { nextPath, type Page, renewedAtFirst, toPage } from './paging.ts';

/** A part of a conversation, and the path of the next one. */
interface Part {
  readonly conversation: Conversation;
  readonly next: string | null;
}

const conversationReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** One's conversations, the one with the newest message first. */
    conversations: build.infiniteQuery<Page<ConversationRow>, void, string>({
      ...renewedAtFirst<ConversationRow>('', ({ id, lastMessage }) => lastMessage?.id ?? id),
      query: ({ pageParam }) => pageParam || '/api/conversation/all',
      transformResponse: (rows: ConversationRow[], meta) => toPage(rows, meta),
      providesTags: ['Conversations'],
      extraOptions: { networkFailure: 'Error getting conversations.' },
    }),
    /** Who has written what is unread. */
    unreadFrom: build.query<string[], void>({
      query: () => '/api/conversation/unread',
      transformResponse: ({ from }: { from: string[] }) => from,
      extraOptions: { quiet: true },
    }),
    conversationPart: build.query<Part, string>({
      query: (path) => path,
      transformResponse: (conversation: Conversation, meta) => ({
        conversation,
        next: nextPath(meta?.response?.headers.get('Link')),
      }),
      extraOptions: { networkFailure: 'Error getting conversation.' },
    }),
  }),
});

export const { useConversationsInfiniteQuery } = conversationReads;

type State = {
  readonly api: ReturnType<typeof kindraApi.reducer>;
  readonly messaging: MessagingState;
  readonly session: SessionState;
};
/** Dispatches what is here. */
export type MessagingDispatch = ThunkDispatch<State, unknown, UnknownAction>;

type Thunk<Result> = ThunkAction<Promise<Result>, State, unknown, UnknownAction>;

const { conversationPart, unreadFrom } = conversationReads.endpoints;
const ONCE = { forceRefetch: true, subscribe: false } as const;

const part =
  (path: string): Thunk<Part> =>
  (dispatch) =>
    dispatch(conversationPart.initiate(path, ONCE)).unwrap();

const pathOf = (id: string): string => `/api/conversation/${encodeURIComponent(id)}`;

/** Loads what was written before. */
export const loadOlder = (): Thunk<void> => async (dispatch, getState) => {
  const thread = selectThread(getState());
  if (!thread?.older) return;
  const { conversation, next } = await dispatch(part(thread.older));
  dispatch(olderLoaded({ conversationId: conversation.id, messages: conversation.messages, older: next }));
};

/** From where on something may be missing in the open chat. */
export interface Gap extends Pick<Thread, 'conversationId' | 'withId'> {
  /** Id of the last message before it; none in a chat without any. */
  readonly after: string | undefined;
}

/** The gap behind what is known of a chat. */
export const gapBehind = ({ conversationId, withId, messages }: Thread): Gap => ({
  conversationId,
  withId,
  after: messages.at(-1)?.id,
});

/** Loads what was written in the open chat while there was no connection. The server takes it as read. */
export const loadMissed =
  (gap: Gap): Thunk<void> =>
  async (dispatch) => {
    const { conversationId, withId } = gap;
    let { after } = gap;
    let next: string | null = after ? `${pathOf(conversationId)}?after=${after}` : pathOf(withId);
    while (next) {
      const loaded: Part = await dispatch(part(next));
      dispatch(missedLoaded({ missed: loaded.conversation, after }));
      after = loaded.conversation.messages.at(-1)?.id ?? after;
      next = gap.after ? loaded.next : null;
    }
  };

/**
 * Opens the chat with a profile, unless its page has been left meanwhile; rejects with the failure of the call. What has
 * arrived since it was asked for may not be in the answer.
 */
export const openThread =
  (withId: string, left: AbortSignal): Thunk<void> =>
  async (dispatch, getState) => {
    const before = selectArrivals(getState());
    const { conversation, next } = await dispatch(part(pathOf(withId)));
    const user = selectUser(getState());
    if (!user || left.aborted) return;
    const thread = threadOf(conversation, user, next);
    dispatch(threadOpened(thread));
    if (selectArrivals(getState()) === before) return;
    try {
      await dispatch(loadMissed(gapBehind(thread)));
    } catch (failure) {
      // What comes behind a gap would count as read.
      if (!left.aborted) dispatch(threadClosed());
      throw failure;
    }
  };

/** Learns from whom there is something new. */
export const learnUnread = (): Thunk<void> => async (dispatch, getState) => {
  const before = selectNewFrom(getState());
  const from = await dispatch(unreadFrom.initiate(undefined, ONCE)).unwrap();
  dispatch(newKnown({ from, before }));
};

/** The list is out of date. */
export const refreshConversations = () => kindraApi.util.invalidateTags(['Conversations']);
