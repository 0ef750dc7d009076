import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { type Message, messageText } from '../i18n/index.ts';
import type { ToastMessage } from '../ui/toasts.tsx';

/** Equal errors within this time, in milliseconds, have one cause, such as a lost connection. */
const SAME_CAUSE_MS = 500;

/** A message and its time, in milliseconds since 1970. */
interface GivenMessage extends ToastMessage {
  readonly at: number;
}

/** Messages on the screen, oldest first. */
export interface FeedbackState {
  readonly messages: readonly GivenMessage[];
}

const initialState: FeedbackState = { messages: [] };

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState,
  reducers: {
    /** Appends a message. Equal errors within `SAME_CAUSE_MS` are added once. */
    feedbackGiven: {
      prepare: (type: ToastMessage['type'], message: Message) => ({
        payload: { id: nanoid(), type, message: messageText(message), at: Date.now() },
      }),
      reducer(state, { payload }: PayloadAction<GivenMessage>) {
        const isTold = state.messages.some(
          ({ type, message, at }) =>
            type === 'bad' &&
            type === payload.type &&
            message === payload.message &&
            payload.at - at < SAME_CAUSE_MS,
        );
        if (!isTold) state.messages.push(payload);
      },
    },
    feedbackRemoved(state, { payload: id }: PayloadAction<string>) {
      state.messages = state.messages.filter((message) => message.id !== id);
    },
  },
  selectors: { selectMessages: (state) => state.messages },
});

export const { feedbackGiven, feedbackRemoved } = feedbackSlice.actions;
export const { selectMessages } = feedbackSlice.selectors;
