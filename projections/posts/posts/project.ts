import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { PostsContextEvent } from '../../../domain/posts/events.ts';
import {
  blank,
  defineProjection,
  type Increments,
  increment,
  insert,
  type RowChange,
  remove,
  set,
} from '../../engine/definition.ts';
import { NOT_TAKEN_DOWN, TAKEN_DOWN_COLUMNS, toTakenDownValues } from '../../moderation/taken-down.ts';
import { PICTURE_COLUMNS, toPictureValues } from '../../pictures.ts';

const POSTS = 'posts';
const LIKES = 'post_likes';

const incrementCounters = (postId: string | null, increments: Increments): readonly RowChange[] =>
  postId === null ? [] : [increment(POSTS, { id: postId }, increments)];

/** Posts and comments with their counters, and the likes for each post. */
export const postsProjection = defineProjection<PostsContextEvent | AccountErased>({
  name: 'posts',
  version: 4,
  tables: [
    {
      name: POSTS,
      key: ['id'],
      columns: {
        id: 'uuid',
        author_id: 'uuid',
        text: 'text',
        parent_id: 'uuid',
        published_at: 'timestamptz',
        modified_at: 'timestamptz',
        crowdfunding_id: 'uuid',
        ...PICTURE_COLUMNS,
        comments: 'integer',
        likes: 'integer',
        views: 'bigint',
        ...TAKEN_DOWN_COLUMNS,
      },
      counters: ['comments', 'likes', 'views'],
    },
    { name: LIKES, key: ['post_id', 'account_id'], columns: { post_id: 'uuid', account_id: 'uuid' } },
  ],
  on: {
    PostPublished: ({ data, metadata }) => [
      insert(POSTS, {
        id: data.postId,
        author_id: data.authorId,
        text: data.text,
        parent_id: data.parentId,
        published_at: metadata.occurredAt,
        modified_at: null,
        crowdfunding_id: data.crowdfundingId ?? null,
        ...toPictureValues(data),
        comments: 0,
        likes: 0,
        views: 0,
        ...NOT_TAKEN_DOWN,
      }),
      ...incrementCounters(data.parentId, { comments: 1 }),
    ],
    PostEdited: ({ data, metadata }) => [
      set(
        POSTS,
        { id: data.postId },
        { author_id: data.authorId, text: data.text, modified_at: metadata.occurredAt },
      ),
    ],
    PostDeleted: ({ data }) => [
      remove(POSTS, { id: data.postId }),
      ...incrementCounters(data.parentId, { comments: -1 }),
    ],
    PostTakenDown: ({ data, metadata }) => [set(POSTS, { id: data.postId }, toTakenDownValues(metadata))],
    PostRestored: ({ data }) => [set(POSTS, { id: data.postId }, NOT_TAKEN_DOWN)],
    PostLiked: ({ data }) => [
      insert(LIKES, { post_id: data.postId, account_id: data.accountId }),
      increment(POSTS, { id: data.postId }, { likes: 1 }),
    ],
    PostUnliked: ({ data }) => [
      remove(LIKES, { post_id: data.postId, account_id: data.accountId }),
      increment(POSTS, { id: data.postId }, { likes: -1 }),
    ],
    AccountErased: ({ data }) => [blank(POSTS, { author_id: data.accountId }, { text: '' })],
    PostsViewed: ({ data }) =>
      data.views.map(({ postId, count: views }) => increment(POSTS, { id: postId }, { views })),
  },
});
