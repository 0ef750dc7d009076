import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { type Message, translateMessage } from '../i18n/index.ts';
import type { ToastMessage } from '../ui/toasts.tsx';

/**
 * Maximum time in milliseconds between identical errors that are considered to have one cause, such as a lost
 * connection.
 */
const DUPLICATE_ERROR_MS = 500;

/** A toast message and the time at which it was added, in milliseconds since 1970. */
interface TimedMessage extends ToastMessage {
  readonly at: number;
}

/** Messages on the screen, oldest first. */
interface FeedbackState {
  readonly messages: readonly TimedMessage[];
}

const initialState: FeedbackState = { messages: [] };

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState,
  reducers: {
    /** Appends a message. Identical errors within `DUPLICATE_ERROR_MS` are added once. */
    feedbackAdded: {
      prepare: (type: ToastMessage['type'], message: Message) => ({
        payload: { id: nanoid(), type, message: translateMessage(message), at: Date.now() },
      }),
      reducer(state, { payload }: PayloadAction<TimedMessage>) {
        const isDuplicate = state.messages.some(
          ({ type, message, at }) =>
            type === 'bad' &&
            type === payload.type &&
            message === payload.message &&
            payload.at - at < DUPLICATE_ERROR_MS,
        );
        if (!isDuplicate) state.messages.push(payload);
      },
    },
    feedbackRemoved(state, { payload: id }: PayloadAction<string>) {
      state.messages = state.messages.filter((message) => message.id !== id);
    },
  },
  selectors: { selectMessages: (state) => state.messages },
});

export const { feedbackAdded, feedbackRemoved } = feedbackSlice.actions;
export const { selectMessages } = feedbackSlice.selectors;
