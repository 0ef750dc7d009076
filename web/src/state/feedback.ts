import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { ToastMessage } from '../ui/toasts.tsx';

/** How close together equal failures have one cause, such as a connection that several requests missed. */
const SAME_CAUSE_MS = 500;

/** A message, and when it was given, in milliseconds since 1970. */
interface GivenMessage extends ToastMessage {
  readonly at: number;
}

/** Messages to the reader that are on the screen, oldest first. */
export interface FeedbackState {
  readonly messages: readonly GivenMessage[];
}

const initialState: FeedbackState = { messages: [] };

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState,
  reducers: {
    /** Adds a message at the end; a failure that is told more than once at the same instant is added once. */
    feedbackGiven: {
      prepare: (type: ToastMessage['type'], message: string) => ({
        payload: { id: nanoid(), type, message, at: Date.now() },
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
    /** Takes a message away. */
    feedbackRemoved(state, { payload: id }: PayloadAction<string>) {
      state.messages = state.messages.filter((message) => message.id !== id);
    },
  },
  selectors: { selectMessages: (state) => state.messages },
});

export const { feedbackGiven, feedbackRemoved } = feedbackSlice.actions;
export const { selectMessages } = feedbackSlice.selectors;
