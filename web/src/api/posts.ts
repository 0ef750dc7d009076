import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Post } from '../../../contract/shapes.ts';
import { type FeedState, selectLeadingIds } from '../state/feed.ts';
import { viewerChanged } from '../state/session.ts';
import { type EntityRef, entitiesReceived, positionsReset } from './entities.ts';
import { getItems, type Pages } from './paging.ts';
import { selectEntity, selectIsHidden, type WithEntities } from './stored-entities.ts';

/** A post that the current user has just published. Lists read at an earlier position do not contain it. */
interface AddedPost extends EntityRef {
  readonly position: number;
}

/** Changes of posts that cached lists do not contain yet. */
export interface PostsState {
  /** Log positions of deletions and take-downs, by post id. A read at or after the position shows the post again. */
  removed: Record<string, number>;
  /** Newest last. */
  added: AddedPost[];
}

const initialState: PostsState = { removed: {}, added: [] };

const MAX_ADDED_POSTS = 100;

/** Differences between the cached post lists and the displayed post lists. */
export const postsSlice = createSlice({
  name: 'posts',
  initialState,
  reducers: {
    postRemoved(state, { payload: { id, position } }: PayloadAction<{ id: string; position: number }>) {
      state.removed[id] = position;
    },
    postRestored(state, { payload: id }: PayloadAction<string>) {
      delete state.removed[id];
    },
    postAdded(state, { payload }: PayloadAction<AddedPost>) {
      if (state.added.some(({ id }) => id === payload.id)) return;
      state.added = [...state.added, payload].slice(-MAX_ADDED_POSTS);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(entitiesReceived, (state, { payload }) => {
      if (payload.entity !== 'post') return;
      const { entities, position } = payload;
      for (const { id } of entities)
        if (position >= (state.removed[id] ?? Number.POSITIVE_INFINITY)) delete state.removed[id];
    });
    builder.addCase(positionsReset, () => initialState);
    builder.addCase(viewerChanged, () => initialState);
  },
});

export const { postRemoved, postRestored, postAdded } = postsSlice.actions;

type WithPosts = WithEntities & { readonly posts: PostsState };

/** Where the current user's new posts are placed in a list, and which of them belong to the list. */
export interface OwnPosts {
  readonly at: 'start' | 'end';
  readonly includes: (post: Post) => boolean;
}

const OWN_POSTS: OwnPosts = { at: 'start', includes: ({ idParent }) => idParent === null };

/** Returns the displayed posts of a list, including the current user's posts that it does not contain yet. */
export function selectListedPosts(
  state: WithPosts,
  data: Pages<EntityRef> | undefined,
  refs: readonly EntityRef[],
  ownPosts?: OwnPosts,
): readonly Post[] {
  const { added, removed } = state.posts;
  const select = ({ id }: EntityRef) => selectEntity(state, 'post', id) ?? [];
  const page = ownPosts?.at === 'end' ? data?.pages.at(-1) : data?.pages[0];
  const canAdd = page && (ownPosts?.at === 'start' || page.next === null);
  const knownIds = new Set(refs.map(({ id }) => id));
  const isNew = ({ id, position }: AddedPost) => !knownIds.has(id) && position > (page?.position ?? 0);
  const missingPosts = canAdd ? added.filter(isNew).flatMap(select) : [];
  const addedPosts = ownPosts ? missingPosts.filter(ownPosts.includes) : [];
  const listed = refs.flatMap(select);
  const all = ownPosts?.at === 'end' ? [...listed, ...addedPosts] : [...addedPosts.toReversed(), ...listed];
  return all.filter(({ id }) => removed[id] === undefined);
}

/** Returns the displayed posts of a paged list. Renders again only when one of them changes. */
export function useListedPosts(data: Pages<EntityRef> | undefined, ownPosts?: OwnPosts): readonly Post[] {
  const refs = useMemo(() => getItems(data), [data]);
  return useSelector((state: WithPosts) => selectListedPosts(state, data, refs, ownPosts), shallowEqual);
}

type WithFeed = WithPosts & { readonly feed: FeedState };

const selectLeadingPosts = (state: WithFeed): readonly Post[] =>
  selectLeadingIds(state)
    .flatMap((id) => (state.posts.removed[id] === undefined ? (selectEntity(state, 'post', id) ?? []) : []))
    .filter(({ creatorData }) => !selectIsHidden(state, creatorData.id));

/**
 * Returns the posts of the For you feed: first the current user's new posts and those that they asked to see, newest
 * first, then the others by rank.
 */
export function useForYouPosts(data: Pages<EntityRef> | undefined): readonly Post[] {
  const listedPosts = useListedPosts(data, OWN_POSTS);
  const leadingPosts = useSelector(selectLeadingPosts, shallowEqual);
  return useMemo(() => {
    const rankedIds = new Set(getItems(data).map(({ id }) => id));
    const leadingIds = new Set(leadingPosts.map(({ id }) => id));
    const addedPosts = listedPosts.filter(({ id }) => !rankedIds.has(id) && !leadingIds.has(id));
    const firstPosts = [...leadingPosts, ...addedPosts].sort((left, right) => (left.id < right.id ? 1 : -1));
    const firstIds = new Set(firstPosts.map(({ id }) => id));
    return [...firstPosts, ...listedPosts.filter(({ id }) => !firstIds.has(id))];
  }, [data, leadingPosts, listedPosts]);
}
