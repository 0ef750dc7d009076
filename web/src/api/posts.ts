import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Post } from '../../../contract/shapes.ts';
import { kindraApi } from './base.ts';
import { type PostRef, postsReceived } from './entities.ts';
import { getItems, type Pages } from './paging.ts';

/**
 * An optimistic change to a post. It is dropped when a read at its position or later arrives; Infinity while
 * the server has not answered.
 */
export interface PostPatch {
  readonly id: string;
  readonly position: number;
  readonly change: Partial<Post>;
}

interface StoredPost {
  /** The newest read. */
  readonly read: Post;
  readonly position: number;
  readonly patches: PostPatch[];
  /** The read with its patches applied. */
  readonly shown: Post;
}

/** A new post of the reader that is missing from lists that were read before its position. */
interface AddedPost extends PostRef {
  readonly position: number;
}

export interface PostsState {
  readonly byId: Record<string, StoredPost>;
  /** Positions of deleted or taken-down posts by id. Reads at the position or later show the post again. */
  removed: Record<string, number>;
  /** Newest last. */
  added: AddedPost[];
}

const initialState: PostsState = { byId: {}, removed: {}, added: [] };

/** Maximum number of stored posts; the oldest are dropped. */
const MAX_POSTS = 5_000;
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

function createStoredPost(read: Post, position: number, patches: readonly PostPatch[]): StoredPost {
  const inOrder = patches.toSorted((one, other) => (one.position < other.position ? -1 : 1));
  return { read, position, patches: inOrder, shown: inOrder.reduce(applyPatch, read) };
}

/** The newest read wins: an older answer that arrives later changes nothing. */
function mergePost(known: StoredPost | undefined, read: Post, position: number): StoredPost {
  if (!known) return createStoredPost(read, position, []);
  if (position < known.position) return known;
  return createStoredPost(
    read,
    position,
    known.patches.filter((patch) => patch.position > position),
  );
}

type Change<Payload> = PayloadAction<Payload>;

function updatePatches(state: PostsState, id: string, change: (post: StoredPost) => PostPatch[]): void {
  const post = state.byId[id];
  if (post) state.byId[id] = createStoredPost(post.read, post.position, change(post));
}

/** Posts by id. Lists are RTK Query caches of references to them. */
export const postsSlice = createSlice({
  name: 'posts',
  initialState,
  reducers: {
    /** Applies an optimistic change or its confirmation by the server. */
    postPatched(state, { payload: { id, patch } }: Change<{ id: string; patch: PostPatch }>) {
      updatePatches(state, id, ({ patches, position }) => [
        ...patches.filter((other) => other.id !== patch.id),
        ...(patch.position >= position ? [patch] : []),
      ]);
    },
    /** Reverts a change that the server rejected. */
    patchReverted(state, { payload: { id, patchId } }: Change<{ id: string; patchId: string }>) {
      updatePatches(state, id, ({ patches }) => patches.filter((patch) => patch.id !== patchId));
    },
    /** Stores counters that the server sent. They also replace the like count of pending patches. */
    countsReceived(
      state,
      { payload: { id, position, ...change } }: Change<PostCounts & { position: number }>,
    ) {
      updatePatches(state, id, ({ patches, ...post }) => {
        const known = patches.find((patch) => patch.id === COUNTS_PATCH_ID);
        if (position < Math.max(post.position, known?.position ?? 0)) return patches;
        const others = patches
          .filter((patch) => patch !== known)
          .map((patch) => updateLikeCount(patch, change.likes));
        return [...others, { id: COUNTS_PATCH_ID, position, change }];
      });
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
    /** Resets all positions, because a restored server continues from an earlier one. */
    positionsReset(state) {
      for (const [id, { shown }] of Object.entries(state.byId))
        state.byId[id] = createStoredPost(shown, 0, []);
      state.removed = {};
      state.added = [];
    },
  },
  extraReducers: (builder) => {
    builder.addCase(postsReceived, (state, { payload: { posts, position } }) => {
      for (const post of posts) {
        state.byId[post.id] = mergePost(state.byId[post.id], post, position);
        if (position >= (state.removed[post.id] ?? Number.POSITIVE_INFINITY)) delete state.removed[post.id];
      }
      const ids = Object.keys(state.byId);
      for (const id of ids.slice(0, Math.max(0, ids.length - MAX_POSTS))) delete state.byId[id];
    });
    builder.addMatcher(kindraApi.util.resetApiState.match, () => initialState);
  },
});

export const {
  postPatched,
  patchReverted,
  countsReceived,
  postRemoved,
  postRestored,
  postAdded,
  positionsReset,
} = postsSlice.actions;

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
  data: Pages<PostRef> | undefined,
  refs: readonly PostRef[],
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

export function useListedPosts(data: Pages<PostRef> | undefined, own?: OwnPosts): readonly Post[] {
  const refs = useMemo(() => getItems(data), [data]);
  return useSelector((state: WithPosts) => selectListedPosts(state, data, refs, own), shallowEqual);
}
