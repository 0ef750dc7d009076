import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { kindraApi } from './base.ts';
import type { EntityRef } from './entities.ts';
import { fetchUncached } from './fetch-uncached.ts';
import type { Pages } from './paging.ts';
import { getRepliesArguments, postsApi } from './post-reads.ts';
import { postAdded, postRemoved } from './posts.ts';
import type { AppThunk } from './state.ts';
import { selectEntity, selectReadPosition } from './stored-entities.ts';

const { followingPublications, forYouPublications, getReplies } = postsApi.endpoints;
const { getRunningQueryThunk, selectCachedArgsForQuery } = postsApi.util;

const containsPost = (list: Pages<EntityRef> | undefined, id: string): boolean =>
  list?.pages.some(({ items }) => items.some((post) => post.id === id)) ?? false;

/** Refetches a post and thereby updates its counters on every screen. */
export const refreshPost =
  (id: string): AppThunk<Promise<unknown>> =>
  (dispatch) =>
    dispatch(fetchUncached(postsEndpoints.getPost, { id })).catch(() => null);

/** Refetches an edited post that is loaded. A comment is fetched with its list, which does not count as a view. */
export const refreshEditedPost =
  ({ id, parentId }: { readonly id: string; readonly parentId: string | null }): AppThunk =>
  (dispatch, getState) => {
    if (!selectEntity(getState(), 'post', id)) return;
    if (parentId) dispatch(kindraApi.util.invalidateTags(['Replies']));
    else void dispatch(refreshPost(id));
  };

/** Removes a post from every list. A read at or after `position` that contains the post restores it. */
export const removePost = (id: string, position = Number.POSITIVE_INFINITY) => postRemoved({ id, position });

/** Adds the current user's post to their own lists once the post is loaded. */
const addOwnPost =
  (id: string): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    if (selectEntity(state, 'post', id))
      dispatch(postAdded({ id, position: selectReadPosition(state, 'post', id) }));
  };

/** Refetches the last loaded comment page and the page after it, to find a new comment. */
const fetchLastReplies =
  (id: string, idParent: string, { pageParams }: Pages<EntityRef>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const fetchPage = (address: string) =>
      dispatch(fetchUncached(postsEndpoints.getReplies, address || getRepliesArguments(idParent))).catch(
        () => null,
      );
    const last = await fetchPage(pageParams.at(-1) ?? '');
    if (last?.next && !last.items.some((post) => post.id === id)) await fetchPage(last.next);
  };

/**
 * Loads a comment that was written elsewhere and shows it if all comments of its post are loaded. Fetches the comment
 * as part of a list, because a single fetch would count as a view.
 */
export const fetchReply =
  (id: string, idParent: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const arg = getRepliesArguments(idParent);
    await dispatch(getRunningQueryThunk('getReplies', arg));
    const { data } = getReplies.select(arg)(getState());
    if (data?.pages.at(-1)?.next !== null || containsPost(data, id)) return;
    if (!selectEntity(getState(), 'post', id)) await dispatch(fetchLastReplies(id, idParent, data));
    if (!selectEntity(getState(), 'post', id)) await dispatch(refreshPost(id));
    dispatch(addOwnPost(id));
  };

/** Loads a post that the current user published elsewhere, unless it is cached. Adds the post to their lists. */
export const fetchOwnPost =
  (id: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (containsPost(forYouPublications.select()(getState()).data, id)) return;
    if (!selectEntity(getState(), 'post', id)) await dispatch(refreshPost(id));
    dispatch(addOwnPost(id));
  };

/** Returns whether the loaded part of the Following feed contains posts by an author. */
export const isInFollowingFeed =
  (authorId: string): AppThunk<boolean> =>
  (_, getState) => {
    const state = getState();
    const { data } = followingPublications.select()(state);
    const isTheirs = ({ id }: EntityRef) => selectEntity(state, 'post', id)?.creatorData.id === authorId;
    return data?.pages.some(({ items }) => items.some(isTheirs)) ?? false;
  };

/** Refetches the posts and comments on the screen, because live updates may have been missed. */
export const refreshCachedPosts = (): AppThunk => (dispatch, getState) => {
  dispatch(kindraApi.util.invalidateTags(['Replies']));
  for (const { id } of selectCachedArgsForQuery(getState(), 'getPost')) void dispatch(refreshPost(id));
};
