import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { viewerChanged } from './session.ts';

/** The feeds on the home page. */
export type FeedName = 'foryou' | 'following';

/** The sections on the home page. */
export type FeedSection = FeedName | 'others';

export interface FeedState {
  readonly section: FeedSection;
  /** Scroll position by section, in pixels. */
  readonly scroll: Readonly<Record<FeedSection, number>>;
  /** Ids of posts that others have published since the feed was loaded, by feed. */
  readonly unseen: Readonly<Record<FeedName, readonly string[]>>;
}

const initialState: FeedState = {
  section: 'foryou',
  scroll: { foryou: 0, following: 0, others: 0 },
  unseen: { foryou: [], following: [] },
};

const FEEDS = ['foryou', 'following'] as const satisfies FeedName[];
const MAX_UNSEEN = 1000;

export const feedSlice = createSlice({
  name: 'feed',
  initialState,
  reducers: {
    sectionChosen(state, { payload }: PayloadAction<FeedSection>) {
      state.section = payload;
    },
    /** Stores the scroll position when the user leaves a section. */
    sectionLeft(state, { payload }: PayloadAction<{ section: FeedSection; scroll: number }>) {
      state.scroll[payload.section] = payload.scroll;
    },
    /** A different author published a post that belongs to a feed. */
    unseenPostAdded(state, { payload: { feed, id } }: PayloadAction<{ feed: FeedName; id: string }>) {
      const unseen = state.unseen[feed];
      if (unseen.length < MAX_UNSEEN && !unseen.includes(id)) unseen.push(id);
    },
    /** An unseen post was deleted or hidden. */
    unseenPostRemoved(state, { payload: id }: PayloadAction<string>) {
      for (const feed of FEEDS) state.unseen[feed] = state.unseen[feed].filter((unseenId) => unseenId !== id);
    },
    /**
     * A feed was loaded from its start. Posts that the feed contains or that were known before the request are no
     * longer new.
     */
    unseenPostsShown(
      state,
      { payload: { feed, ids } }: PayloadAction<{ feed: FeedName; ids: readonly string[] }>,
    ) {
      state.unseen[feed] = state.unseen[feed].filter((unseenId) => !ids.includes(unseenId));
    },
  },
  extraReducers: (builder) => {
    builder.addCase(viewerChanged, () => initialState);
  },
  selectors: {
    selectSection: (state) => state.section,
    selectScroll: (state) => state.scroll,
    selectUnseen: (state, feed: FeedName) => state.unseen[feed],
  },
});

export const { sectionChosen, sectionLeft, unseenPostAdded, unseenPostRemoved, unseenPostsShown } =
  feedSlice.actions;
export const { selectSection, selectScroll, selectUnseen } = feedSlice.selectors;
