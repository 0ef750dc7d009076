import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { Conversation, DeliveredMessage, Message } from '../../../contract/conversations.ts';
import type { SessionUser } from '../../../contract/shapes.ts';
import { viewerChanged } from './session.ts';

/** A message by the current user that the server has not confirmed yet. */
export interface UnsentMessage {
  readonly clientId: string;
  readonly receiverId: string;
  readonly conversationId: string;
  readonly content: string;
  readonly timestamp: string;
  /** Id of the receiver's animal that the message refers to. */
  readonly animalId?: string;
  /** Reason for a permanent rejection. The message remains until the user edits or deletes it. */
  readonly refusal?: string;
}

/** The open chat. */
export interface Thread {
  /** Profile id of the other participant. */
  readonly withId: string;
  readonly withName: string;
  readonly withNickname: string;
  readonly withAvatar?: string | undefined;
  readonly conversationId: string;
  /** Oldest first, in server order. */
  readonly messages: readonly Message[];
  /** Path of the page with older messages, or null if there are none. */
  readonly older: string | null;
  /** Id of the animal about which one participant most recently contacted the other. */
  readonly animalId?: string;
  /** Whether the other participant's account receives no messages. */
  readonly isClosed: boolean;
  /** Id of the current user's newest message that the other participant has read, if known. */
  readonly seenId?: string | undefined;
}

/** State of the chats and of their socket. */
export interface MessagingState {
  readonly thread: Thread | null;
  readonly unsent: readonly UnsentMessage[];
  /** Ids of profiles with unread messages. */
  readonly unreadFrom: readonly string[];
  /**
   * Number of messages received in all chats. Used to detect messages that arrive while a chat loads and may be
   * missing from the response.
   */
  readonly arrivals: number;
  /** Whether the socket is connected. */
  readonly isConnected: boolean;
}

const initialState: MessagingState = {
  thread: null,
  unsent: [],
  unreadFrom: [],
  arrivals: 0,
  isConnected: false,
};

const excludeKnown = (knownMessages: readonly Message[], more: readonly Message[]): Message[] => {
  const ids = new Set(knownMessages.map(({ id }) => id));
  return more.filter(({ id }) => !ids.has(id));
};

/**
 * Appends a message unless it is already in the list. Reads the original array, because access through an Immer draft
 * is slow in a long chat.
 */
function appendMessage(messages: readonly Message[], shownMessage: Message): Message[] {
  const knownMessages: readonly Message[] = original(messages as Message[]) ?? messages;
  return knownMessages.some(({ id }) => id === shownMessage.id)
    ? [...knownMessages]
    : [...knownMessages, shownMessage];
}

export const messagingSlice = createSlice({
  name: 'messaging',
  initialState,
  reducers: {
    threadOpened(state, { payload }: PayloadAction<Thread>) {
      state.thread = { ...payload, messages: [...payload.messages] };
      state.unreadFrom = state.unreadFrom.filter((id) => id !== payload.withId);
    },
    threadClosed(state) {
      state.thread = null;
    },
    olderMessagesLoaded(
      state,
      { payload }: PayloadAction<Pick<Thread, 'conversationId' | 'messages' | 'older'>>,
    ) {
      const { thread } = state;
      if (thread?.conversationId !== payload.conversationId) return;
      thread.messages = [...excludeKnown(thread.messages, payload.messages), ...thread.messages];
      thread.older = payload.older;
    },
    /** Inserts the messages that were missed while disconnected in front of the messages that have arrived since. */
    missedMessagesLoaded(
      state,
      { payload }: PayloadAction<{ missed: Conversation; after: string | undefined }>,
    ) {
      const { thread } = state;
      const { missed, after } = payload;
      if (thread?.conversationId !== missed.id) return;
      thread.seenId = missed.seenId;
      const behind = thread.messages.findIndex(({ id }) => id === after) + 1;
      const before = thread.messages.slice(0, behind);
      const more = excludeKnown(before, missed.messages);
      thread.messages = [...before, ...more, ...excludeKnown(more, thread.messages.slice(behind))];
    },
    messageArrived(
      state,
      { payload: { message, userId } }: PayloadAction<{ message: DeliveredMessage; userId: string }>,
    ) {
      const { clientId, animalId, ...shown } = message;
      state.arrivals += 1;
      if (clientId) state.unsent = state.unsent.filter((message) => message.clientId !== clientId);
      const { thread } = state;
      if (thread?.conversationId === shown.conversationId) {
        thread.messages = appendMessage(thread.messages, shown);
        if (animalId) thread.animalId = animalId;
      } else if (shown.profileId !== userId && !state.unreadFrom.includes(shown.profileId))
        state.unreadFrom.push(shown.profileId);
    },
    /** Records that the other participant has read the current user's messages up to a given message. */
    messagesSeen(state, { payload }: PayloadAction<{ conversationId: string; messageId: string }>) {
      const { thread } = state;
      if (thread?.conversationId === payload.conversationId) thread.seenId = payload.messageId;
      // A chat that is loading may receive a response from before this change.
      else state.arrivals += 1;
    },
    messageQueued(state, { payload }: PayloadAction<UnsentMessage>) {
      state.unsent.push(payload);
    },
    messageRejected(state, { payload }: PayloadAction<{ clientId: string; refusal: string }>) {
      for (const message of state.unsent)
        if (message.clientId === payload.clientId) message.refusal = payload.refusal;
    },
    /** Removes an unsent message that the user discards. */
    unsentDiscarded(state, { payload: clientId }: PayloadAction<string>) {
      state.unsent = state.unsent.filter((message) => message.clientId !== clientId);
    },
    /** Inserts the stored messages in front of the messages queued since the page was loaded. */
    unsentRestored(state, { payload }: PayloadAction<readonly UnsentMessage[]>) {
      const stored = new Set(payload.map(({ clientId }) => clientId));
      state.unsent = [...payload, ...state.unsent.filter(({ clientId }) => !stored.has(clientId))];
    },
    /**
     * Stores the server's list of profiles with unread messages. Keeps the profiles that have written since the
     * request.
     */
    unreadSendersLoaded(
      state,
      { payload: { from, before } }: PayloadAction<{ from: readonly string[]; before: readonly string[] }>,
    ) {
      const open = state.thread?.withId;
      const newSenders = state.unreadFrom.filter((id) => !before.includes(id) && !from.includes(id));
      state.unreadFrom = [...from.filter((id) => id !== open), ...newSenders];
    },
    connectionChanged(state, { payload }: PayloadAction<boolean>) {
      state.isConnected = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(viewerChanged, () => initialState);
  },
  selectors: {
    selectThread: (state) => state.thread,
    selectUnsent: (state) => state.unsent,
    selectArrivals: (state) => state.arrivals,
    selectIsConnected: (state) => state.isConnected,
    selectUnreadFrom: (state) => state.unreadFrom,
  },
});

export const {
  connectionChanged,
  messageArrived,
  messageQueued,
  messageRejected,
  messagesSeen,
  missedMessagesLoaded,
  unreadSendersLoaded,
  olderMessagesLoaded,
  threadClosed,
  threadOpened,
  unsentDiscarded,
  unsentRestored,
} = messagingSlice.actions;
export const { selectArrivals, selectIsConnected, selectUnreadFrom, selectThread, selectUnsent } =
  messagingSlice.selectors;

/** Converts a conversation from the API to a thread. */
export function toThread(
  { id, profile1, profile2, messages, animalId, closed, seenId }: Conversation,
  user: Pick<SessionUser, 'id'>,
  older: string | null,
): Thread {
  const other = profile1.idProfile === user.id ? profile2 : profile1;
  return {
    withId: other.idProfile,
    withName: other.profileName,
    withNickname: other.nickname,
    withAvatar: other.avatar,
    conversationId: id,
    messages,
    older,
    isClosed: closed === true,
    ...(animalId && { animalId }),
    ...(seenId && { seenId }),
  };
}
