import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { type FeedName, type FeedState, selectUnseen, unseenPostsShown } from '../state/feed.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import type { EntityRef } from './entities.ts';
import { LIST_CACHE_SECONDS, PAGING_OPTIONS, type QueryLifecycle } from './paging.ts';

/** Returns the query arguments for comments, whose first page is then as long as the others. */
export const getRepliesArguments = (id: string) => ({ id, page: '1' });

const LIST_OPTIONS = {
  infiniteQueryOptions: { ...PAGING_OPTIONS, refetchCachedPages: false },
  keepUnusedDataFor: LIST_CACHE_SECONDS,
};
const FEED_OPTIONS = {
  ...LIST_OPTIONS,
  extraOptions: { networkFailure: 'shared:failures.loadPosts' as const },
};

/** Clears the list of unseen posts in a feed after the feed was loaded from its start. */
const clearUnseenOnLoad = (feed: FeedName) => ({
  async onQueryStarted(
    _: unknown,
    { dispatch, getState, queryFulfilled }: QueryLifecycle<EntityRef>,
  ): Promise<void> {
    const before = selectUnseen(getState() as { feed: FeedState }, feed);
    const response = await queryFulfilled.catch(() => null);
    const [firstPage, ...more] = response?.data.pages ?? [];
    if (!firstPage || more.length > 0) return;
    dispatch(unseenPostsShown({ feed, ids: [...before, ...firstPage.items.map(({ id }) => id)] }));
  },
});

/** Read endpoints for posts. Their responses contain references; the posts are stored in stored-entities.ts. */
export const postsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(postsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      forYouPublications: {
        ...FEED_OPTIONS,
        ...clearUnseenOnLoad('foryou'),
        providesTags: ['ForYouFeed'],
      },
      followingPublications: {
        ...FEED_OPTIONS,
        ...clearUnseenOnLoad('following'),
        providesTags: ['FollowingFeed'],
      },
      profilePublications: {
        ...LIST_OPTIONS,
        providesTags: ['ProfilePosts'],
        extraOptions: { networkFailure: 'profiles:publications.failure' },
      },
      getPost: {
        extraOptions: { networkFailure: 'shared:failures.loadPost', shouldShowAllMessages: true },
      },
      getReplies: {
        providesTags: ['Replies'],
        extraOptions: { networkFailure: 'shared:failures.loadReplies' },
      },
    },
  });

export const {
  useForYouPublicationsInfiniteQuery,
  useFollowingPublicationsInfiniteQuery,
  useProfilePublicationsInfiniteQuery,
  useGetPostQuery,
  useGetRepliesInfiniteQuery,
} = postsApi;
