import type { Post } from '../../../api/contract/shapes.ts';
import { type FeedName, type FeedState, selectUnseen, unseenShown } from '../state/feed.ts';
import { kindraApi } from './base.ts';
import { KEEP_LIST_S, type Load, type Page, pagedBy, toPage } from './paging.ts';

/** Where each list of posts begins. */
export const FOR_YOU = '/api/publications';
export const FOLLOWING = '/api/following/publications';
export const profilePostsPath = (profile: string): string =>
  `/api/profilePublications/${encodeURIComponent(profile)}`;
/** Path of the first page of the comments of a post. */
export const repliesPath = (id: string): string => `/api/replies/${encodeURIComponent(id)}?page=1`;

const LOADING_POSTS = { networkFailure: 'Error making request when loading posts.' };

/** Once a feed is loaded from its beginning, what was said to be new has come, or can be reached. */
const showsNew = (feed: FeedName) => ({
  async onQueryStarted(_: unknown, { dispatch, getState, queryFulfilled }: Load<Post>): Promise<void> {
    const before = selectUnseen(getState() as { feed: FeedState }, feed);
    const answer = await queryFulfilled.catch(() => null);
    const [first, ...more] = answer?.data.pages ?? [];
    if (!first || more.length > 0) return;
    dispatch(unseenShown({ feed, ids: [...before, ...first.items.map(({ id }) => id)] }));
  },
});

/** Reads of posts; what they hold is kept up to date by post-cache.ts. */
export const postReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    forYou: build.infiniteQuery<Page<Post>, void, string>({
      infiniteQueryOptions: { ...pagedBy<Post>(FOR_YOU), refetchCachedPages: false },
      query: ({ pageParam }) => pageParam,
      transformResponse: (posts: Post[], meta) => toPage(posts, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['ForYouFeed'],
      ...showsNew('foryou'),
      extraOptions: LOADING_POSTS,
    }),

    following: build.infiniteQuery<Page<Post>, void, string>({
      infiniteQueryOptions: { ...pagedBy<Post>(FOLLOWING), refetchCachedPages: false },
      query: ({ pageParam }) => pageParam,
      transformResponse: (posts: Post[], meta) => toPage(posts, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['FollowingFeed'],
      ...showsNew('following'),
      extraOptions: LOADING_POSTS,
    }),

    /** Posts of a profile, by its nickname or id. */
    profilePosts: build.infiniteQuery<Page<Post>, string, string>({
      infiniteQueryOptions: { ...pagedBy<Post>(''), refetchCachedPages: false },
      query: ({ queryArg, pageParam }) => pageParam || profilePostsPath(queryArg),
      transformResponse: (posts: Post[], meta) => toPage(posts, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['ProfilePosts'],
      extraOptions: { networkFailure: 'Error making request to get posts from profile.' },
    }),

    post: build.query<Post, string>({
      query: (id) => `/api/post/${encodeURIComponent(id)}`,
      extraOptions: { networkFailure: 'Error making request when loading post.', everyMessage: true },
    }),

    /** The same, for refreshing what is on the screen; nobody is told when it fails. */
    postQuietly: build.query<Post, string>({
      query: (id) => `/api/post/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),

    /** The first page of a list, by its path, to see what has happened to it meanwhile; nobody is told when it fails. */
    postsQuietly: build.query<Page<Post>, string>({
      query: (path) => path,
      transformResponse: (posts: Post[], meta) => toPage(posts, meta),
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),

    /** Comments of a post, oldest first. */
    replies: build.infiniteQuery<Page<Post>, string, string>({
      infiniteQueryOptions: pagedBy<Post>(''),
      query: ({ queryArg, pageParam }) => pageParam || repliesPath(queryArg),
      transformResponse: (posts: Post[], meta) => toPage(posts, meta),
      providesTags: ['Replies'],
      extraOptions: { networkFailure: 'Error making request when loading replies.' },
    }),
  }),
});

export const {
  useForYouInfiniteQuery,
  useFollowingInfiniteQuery,
  useProfilePostsInfiniteQuery,
  usePostQuery,
  useRepliesInfiniteQuery,
} = postReads;
