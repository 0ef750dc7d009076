import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { ToastMessage } from '../ui/toasts.tsx';

/** Messages to the reader that are on the screen, oldest first. */
export interface FeedbackState {
  readonly messages: readonly ToastMessage[];
}

const initialState: FeedbackState = { messages: [] };

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState,
  reducers: {
    /** Shows a message; one that is on the screen already is not repeated. */
    feedbackGiven: {
      prepare: (type: ToastMessage['type'], message: string) => ({
        payload: { id: nanoid(), type, message },
      }),
      reducer(state, { payload }: PayloadAction<ToastMessage>) {
        if (state.messages.some(({ type, message }) => type === payload.type && message === payload.message))
          return;
        state.messages.push(payload);
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
