import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { viewerChanged } from './session.ts';

/** The feeds on the home page. */
export type FeedName = 'foryou' | 'following';

/** The sections on the home page. */
export type FeedSection = FeedName | 'others';

/** State of the home page, kept while other pages are open. */
export interface FeedState {
  readonly section: FeedSection;
  /** Scroll position by section, in pixels. */
  readonly scroll: Readonly<Record<FeedSection, number>>;
  /** Ids, by feed, of posts that others have published since that feed was loaded. */
  readonly unseen: Readonly<Record<FeedName, readonly string[]>>;
  /** Ids of posts that the For you feed shows before the ranked ones, newest first. */
  readonly leadingIds: readonly string[];
}

const initialState: FeedState = {
  section: 'foryou',
  scroll: { foryou: 0, following: 0, others: 0 },
  unseen: { foryou: [], following: [] },
  leadingIds: [],
};

const FEEDS = ['foryou', 'following'] as const satisfies FeedName[];
const MAX_UNSEEN = 1000;
const MAX_LEADING = 100;

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
    /** Adds a new post by a different author to the unseen posts of a feed. */
    unseenPostAdded(state, { payload: { feed, id } }: PayloadAction<{ feed: FeedName; id: string }>) {
      const unseen = state.unseen[feed];
      if (unseen.length < MAX_UNSEEN && !unseen.includes(id)) unseen.push(id);
    },
    /** Removes a deleted or hidden post from the unseen posts. */
    unseenPostRemoved(state, { payload: id }: PayloadAction<string>) {
      for (const feed of FEEDS) state.unseen[feed] = state.unseen[feed].filter((unseenId) => unseenId !== id);
    },
    /** Removes the given posts from the unseen posts of a feed that was loaded from its start. No others lead it any longer. */
    unseenPostsShown(
      state,
      { payload: { feed, ids } }: PayloadAction<{ feed: FeedName; ids: readonly string[] }>,
    ) {
      state.unseen[feed] = state.unseen[feed].filter((unseenId) => !ids.includes(unseenId));
      if (feed === 'foryou') state.leadingIds = state.leadingIds.filter((id) => ids.includes(id));
    },
    /** Adds posts, newest first, to the posts that the For you feed shows before the ranked ones. */
    leadingPostsAdded(state, { payload: ids }: PayloadAction<readonly string[]>) {
      state.leadingIds = [...new Set([...ids, ...state.leadingIds])].slice(0, MAX_LEADING);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(viewerChanged, () => initialState);
  },
  selectors: {
    selectSection: (state) => state.section,
    selectScroll: (state) => state.scroll,
    selectUnseen: (state, feed: FeedName) => state.unseen[feed],
    selectLeadingIds: (state) => state.leadingIds,
  },
});

export const {
  sectionChosen,
  sectionLeft,
  unseenPostAdded,
  unseenPostRemoved,
  unseenPostsShown,
  leadingPostsAdded,
} = feedSlice.actions;
export const { selectSection, selectScroll, selectUnseen, selectLeadingIds } = feedSlice.selectors;
