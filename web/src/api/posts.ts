import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Post } from '../../../contract/shapes.ts';
import { kindraApi } from './base.ts';
import { type EntityRef, entitiesReceived, positionsReset } from './entities.ts';
import { getItems, type Pages } from './paging.ts';
import { createEntityStorage, type Patch, type StoredEntities } from './stored-entities.ts';

/** An optimistic change to a post. */
export type PostPatch = Patch<Post>;

/** A new post of the reader that is missing from lists that were read before its position. */
interface AddedPost extends EntityRef {
  readonly position: number;
}

export interface PostsState {
  readonly byId: StoredEntities<Post>;
  /** Positions of deleted or taken-down posts by id. Reads at the position or later show the post again. */
  removed: Record<string, number>;
  /** Newest last. */
  added: AddedPost[];
}

const initialState: PostsState = { byId: {}, removed: {}, added: [] };

const MAX_ADDED_POSTS = 100;
const COUNTS_PATCH_ID = 'counts';

type PostCounts = Pick<Post, 'id' | 'comments' | 'likes' | 'views'>;

/** Without a count in the patch, a like changes the count by one, unless the read already includes it. */
function applyPatch(post: Post, { change }: PostPatch): Post {
  const { liked, likes } = change;
  if (liked === undefined || likes !== undefined) return { ...post, ...change };
  if (post.liked === liked) return post;
  return { ...post, liked, likes: Math.max(0, post.likes + (liked ? 1 : -1)) };
}

/** Adds the server's newer count to a pending like. */
const updateLikeCount = (patch: PostPatch, likes: number): PostPatch =>
  patch.position === Number.POSITIVE_INFINITY && patch.change.liked !== undefined
    ? { ...patch, change: { ...patch.change, likes } }
    : patch;

const storage = createEntityStorage(applyPatch);

type Change<Payload> = PayloadAction<Payload>;

/** Posts by id. Lists are RTK Query caches of references to them. */
export const postsSlice = createSlice({
  name: 'posts',
  initialState,
  reducers: {
    /** Applies an optimistic change or its confirmation by the server. */
    postPatched(state, { payload: { id, patch } }: Change<{ id: string; patch: PostPatch }>) {
      storage.patch(state.byId, id, patch);
    },
    /** Reverts a change that the server rejected. */
    patchReverted(state, { payload: { id, patchId } }: Change<{ id: string; patchId: string }>) {
      storage.updatePatches(state.byId, id, (patches) => patches.filter((patch) => patch.id !== patchId));
    },
    /** Stores counters that the server sent. They also replace the like count of pending patches. */
    countsReceived(
      state,
      { payload: { id, position, ...change } }: Change<PostCounts & { position: number }>,
    ) {
      if (!storage.patch(state.byId, id, { id: COUNTS_PATCH_ID, position, change })) return;
      storage.updatePatches(state.byId, id, (patches) =>
        patches.map((patch) => updateLikeCount(patch, change.likes)),
      );
    },
    postRemoved(state, { payload: { id, position } }: Change<{ id: string; position: number }>) {
      state.removed[id] = position;
    },
    postRestored(state, { payload: id }: Change<string>) {
      delete state.removed[id];
    },
    postAdded(state, { payload }: Change<AddedPost>) {
      if (state.added.some(({ id }) => id === payload.id)) return;
      state.added = [...state.added, payload].slice(-MAX_ADDED_POSTS);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(entitiesReceived, (state, { payload }) => {
      if (payload.entity !== 'post') return;
      const { entities, position } = payload;
      storage.receive(state.byId, entities, position);
      for (const { id } of entities)
        if (position >= (state.removed[id] ?? Number.POSITIVE_INFINITY)) delete state.removed[id];
    });
    builder.addCase(positionsReset, (state) => {
      storage.resetPositions(state.byId);
      state.removed = {};
      state.added = [];
    });
    builder.addMatcher(kindraApi.util.resetApiState.match, () => initialState);
  },
});

export const { postPatched, patchReverted, countsReceived, postRemoved, postRestored, postAdded } =
  postsSlice.actions;

type WithPosts = { readonly posts: PostsState };

/** A post as screens show it, including removed ones; undefined when it is not stored. */
export const selectPost = ({ posts }: WithPosts, id: string | undefined): Post | undefined =>
  id === undefined ? undefined : posts.byId[id]?.shown;

/** Position at which a post was last read; 0 when it is not stored. */
export const selectReadPosition = ({ posts }: WithPosts, id: string): number => posts.byId[id]?.position ?? 0;

export const usePost = (id: string | undefined): Post | undefined =>
  useSelector((state: WithPosts) => selectPost(state, id));

/** Placement of the reader's own new posts in a list, and which of them belong to it. */
export interface OwnPosts {
  readonly at: 'start' | 'end';
  readonly includes: (post: Post) => boolean;
}

/**
 * The posts of a list as screens show them, including the reader's own that the list does not contain yet.
 */
export function selectListedPosts(
  { posts }: WithPosts,
  data: Pages<EntityRef> | undefined,
  refs: readonly EntityRef[],
  own?: OwnPosts,
): readonly Post[] {
  const page = own?.at === 'end' ? data?.pages.at(-1) : data?.pages[0];
  const mayAdd = page && (own?.at === 'start' || page.next === null);
  const known = new Set(refs.map(({ id }) => id));
  const isNew = ({ id, position }: AddedPost) => !known.has(id) && position > (page?.position ?? 0);
  const added = mayAdd ? posts.added.filter(isNew).flatMap(({ id }) => posts.byId[id]?.shown ?? []) : [];
  const belonging = own ? added.filter(own.includes) : [];
  const listed = refs.flatMap(({ id }) => posts.byId[id]?.shown ?? []);
  const all = own?.at === 'end' ? [...listed, ...belonging] : [...belonging.toReversed(), ...listed];
  return all.filter(({ id }) => posts.removed[id] === undefined);
}

export function useListedPosts(data: Pages<EntityRef> | undefined, own?: OwnPosts): readonly Post[] {
  const refs = useMemo(() => getItems(data), [data]);
  return useSelector((state: WithPosts) => selectListedPosts(state, data, refs, own), shallowEqual);
}
