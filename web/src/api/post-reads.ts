import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { type FeedName, type FeedState, selectUnseen, unseenShown } from '../state/feed.ts';
import { kindraApi } from './base.ts';
import { endpointsFor } from './endpoints.ts';
import type { PostRef } from './entities.ts';
import { KEEP_LIST_S, type Load, PAGED } from './paging.ts';

/** Arguments of the comments of a post. The first page is as long as the others. */
export const repliesOf = (id: string) => ({ id, page: '1' });

const LOADING_POSTS = { networkFailure: 'feed:failure' } as const;
const FIRST_PAGE_ALONE = { ...PAGED, refetchCachedPages: false };

/** Clears the new posts of a feed once the feed has been loaded from its start. */
const showsNew = (feed: FeedName) => ({
  async onQueryStarted(_: unknown, { dispatch, getState, queryFulfilled }: Load<PostRef>): Promise<void> {
    const before = selectUnseen(getState() as { feed: FeedState }, feed);
    const answer = await queryFulfilled.catch(() => null);
    const [first, ...more] = answer?.data.pages ?? [];
    if (!first || more.length > 0) return;
    dispatch(unseenShown({ feed, ids: [...before, ...first.items.map(({ id }) => id)] }));
  },
});

/** Read endpoints of posts. They hold references; the posts are stored in posts.ts. */
export const postReads = kindraApi
  .injectEndpoints({ endpoints: endpointsFor(postsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      forYouPublications: {
        infiniteQueryOptions: FIRST_PAGE_ALONE,
        keepUnusedDataFor: KEEP_LIST_S,
        providesTags: ['ForYouFeed'],
        ...showsNew('foryou'),
        extraOptions: LOADING_POSTS,
      },
      followingPublications: {
        infiniteQueryOptions: FIRST_PAGE_ALONE,
        keepUnusedDataFor: KEEP_LIST_S,
        providesTags: ['FollowingFeed'],
        ...showsNew('following'),
        extraOptions: LOADING_POSTS,
      },
      profilePublications: {
        infiniteQueryOptions: FIRST_PAGE_ALONE,
        keepUnusedDataFor: KEEP_LIST_S,
        providesTags: ['ProfilePosts'],
        extraOptions: { networkFailure: 'profiles:publications.failure' },
      },
      getPost: {
        extraOptions: { networkFailure: 'shared:failures.loadPost', everyMessage: true },
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
} = postReads;
