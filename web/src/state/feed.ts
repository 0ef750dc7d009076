import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, sessionExpired, sessionStarted } from './session.ts';

/** The sections of the home page. */
export type FeedSection = 'foryou' | 'following' | 'others';

export interface FeedState {
  readonly section: FeedSection;
  /** How far the reader had scrolled in each section, in pixels. */
  readonly scroll: Readonly<Record<FeedSection, number>>;
  /** Ids of posts that others have published since For you was loaded. */
  readonly unseen: readonly string[];
}

const initialState: FeedState = {
  section: 'foryou',
  scroll: { foryou: 0, following: 0, others: 0 },
  unseen: [],
};

const MOST_UNSEEN = 1000;

export const feedSlice = createSlice({
  name: 'feed',
  initialState,
  reducers: {
    sectionChosen(state, { payload }: PayloadAction<FeedSection>) {
      state.section = payload;
    },
    /** The reader leaves a section at a height. */
    sectionLeft(state, { payload }: PayloadAction<{ section: FeedSection; scroll: number }>) {
      state.scroll[payload.section] = payload.scroll;
    },
    /** Somebody else has published a post. */
    postNoticed(state, { payload: id }: PayloadAction<string>) {
      if (state.unseen.length < MOST_UNSEEN && !state.unseen.includes(id)) state.unseen.push(id);
    },
    /** A noticed post is gone again. */
    postForgotten(state, { payload: id }: PayloadAction<string>) {
      state.unseen = state.unseen.filter((unseen) => unseen !== id);
    },
    /** For you has been loaded anew. */
    unseenShown(state) {
      state.unseen = [];
    },
  },
  extraReducers: (builder) => {
    for (const action of [sessionStarted, sessionEnded, sessionExpired])
      builder.addCase(action, () => initialState);
  },
  selectors: {
    selectSection: (state) => state.section,
    selectScroll: (state) => state.scroll,
    selectUnseen: (state) => state.unseen.length,
  },
});

export const { sectionChosen, sectionLeft, postNoticed, postForgotten, unseenShown } = feedSlice.actions;
export const { selectSection, selectScroll, selectUnseen } = feedSlice.selectors;
