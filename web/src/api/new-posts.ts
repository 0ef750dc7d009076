import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { type FeedName, leadingPostsAdded, selectUnseen, unseenPostAdded } from '../state/feed.ts';
import { selectUser } from '../state/session.ts';
import type { EntityRef } from './entities.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { getItems, type Page, replaceFirstPage } from './paging.ts';
import { refreshPost } from './post-changes.ts';
import { postsApi } from './post-reads.ts';
import { postAdded } from './posts.ts';
import type { AppThunk } from './state.ts';
import { selectEntity, selectIsHidden, selectReadPosition } from './stored-entities.ts';

/** Minimum age at which a list is refetched, in milliseconds. */
const STALE_AFTER_MS = 5_000;

const { getRunningQueryThunk, updateQueryData } = postsApi.util;
const { forYouPublications, followingPublications, profilePublications } = postsApi.endpoints;

/**
 * Returns the posts on a first page that are newer than the known posts. The current user's own posts are not used to
 * find the boundary, because they appear at the top as soon as they are published.
 */
function findNewPosts(
  items: readonly Post[],
  knownPosts: readonly EntityRef[],
  userId: string | undefined,
): readonly Post[] {
  const ids = new Set(knownPosts.map(({ id }) => id));
  const isOld = ({ id, creatorData }: Post) => ids.has(id) && creatorData.id !== userId;
  const oldIndex = items.findLastIndex(isOld);
  return items.slice(0, oldIndex < 0 ? items.length : oldIndex).filter(({ id }) => !ids.has(id));
}

const FEED_ENDPOINTS = {
  foryou: postsEndpoints.forYouPublications,
  following: postsEndpoints.followingPublications,
};

const checkFeed =
  (feed: FeedName, knownPosts: readonly EntityRef[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const page = await dispatch(fetchUncached(FEED_ENDPOINTS[feed], undefined)).catch(() => null);
    if (!page) return;
    const state = getState();
    const userId = selectUser(state)?.id;
    const posts = page.items.flatMap(({ id }) => selectEntity(state, 'post', id) ?? []);
    for (const { id, creatorData } of findNewPosts(posts, knownPosts, userId).toReversed())
      if (creatorData.id === userId)
        dispatch(postAdded({ id, position: selectReadPosition(state, 'post', id) }));
      else if (!selectIsHidden(state, creatorData.id)) dispatch(unseenPostAdded({ feed, id }));
  };

/** Checks the loaded feeds for new posts, which appear when the current user asks for them. */
export const checkForMissedPosts = (): AppThunk => (dispatch, getState) => {
  const feeds = [
    ['foryou', forYouPublications.select()(getState()).data],
    ['following', followingPublications.select()(getState()).data],
  ] as const;
  for (const [feed, pages] of feeds) if (pages) void dispatch(checkFeed(feed, getItems(pages)));
};

/** Maximum number of new posts that lead the For you feed each time they are requested. */
const MAX_REQUESTED_POSTS = 10;

/** Reloads the For you feed and puts the newest unseen posts first, because they can rank below the first page. */
export const showNewPosts =
  (reload: () => Promise<unknown>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const ids = selectUnseen(getState(), 'foryou').slice(-MAX_REQUESTED_POSTS).toReversed();
    await Promise.all(ids.map((id) => dispatch(refreshPost(id))));
    dispatch(leadingPostsAdded(ids));
    await reload();
  };

/** Refetches the loaded posts of a profile. Keeps the number of loaded posts. */
export const refreshProfilePosts =
  (profile: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const selectCached = () => profilePublications.select({ profile })(getState());
    const { data, fulfilledTimeStamp = 0 } = selectCached();
    if (!data || Date.now() - fulfilledTimeStamp < STALE_AFTER_MS) return;

    async function read(): Promise<Page<EntityRef> | null> {
      const firstPage = dispatch(fetchUncached(postsEndpoints.profilePublications, { profile }));
      const freshPage = await firstPage.catch(() => null);
      // The response to a next page in flight still contains the list from before this read.
      await dispatch(getRunningQueryThunk('profilePublications', { profile }));
      return freshPage;
    }

    const freshPage = await read();
    if (!freshPage) return;
    const cachedPages = selectCached().data;
    const renewedPages = cachedPages && replaceFirstPage(cachedPages, freshPage);
    if (renewedPages) dispatch(updateQueryData('profilePublications', { profile }, () => renewedPages));
    else void dispatch(profilePublications.initiate({ profile }, { subscribe: false, forceRefetch: true }));
  };
