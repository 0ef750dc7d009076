import type { AnswerOf, BodyOf } from '../../../api/contract/call.ts';
import type { createPublication, likePublication } from '../../../api/contract/posts.ts';
import type { Post } from '../../../api/contract/shapes.ts';
import { kindraApi } from './base.ts';
import { addPost, changePost, refreshPost, removePost } from './post-cache.ts';
import { toggle } from './toggle.ts';

type Like = AnswerOf<typeof likePublication>;

/** What creating a post takes; the same key for the same text makes sending it again harmless. */
export type NewPost = BodyOf<typeof createPublication> & { readonly key: string };

const LIKE = { url: '/api/likePublication', method: 'POST' } as const;

/** What liking takes: the post, and whether the reader is to like it from now on. */
export interface LikeToggle extends Pick<Post, 'id' | 'liked'> {
  readonly key: string;
}

/** Shows whether the reader likes a post; it counts unless that is known already. */
const showLike = (liked: boolean) => (post: Post) => {
  if (post.liked === liked) return;
  post.liked = liked;
  post.likes = Math.max(0, post.likes + (liked ? 1 : -1));
};

/** Writes of posts, which bring what they change onto the screen. */
export const postWrites = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    createPost: build.mutation<Post, NewPost>({
      query: ({ key, ...body }) => ({
        url: '/api/publication',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      extraOptions: { networkFailure: 'Error making request when creating a post.' },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(addPost(answer.data));
        if (answer.data.idParent) dispatch(refreshPost(answer.data.idParent));
      },
    }),

    /** Shows the like at once and takes it back when the server refuses it. */
    likePost: build.mutation<Like, LikeToggle>({
      queryFn: ({ id, liked, key }, _api, _options, send) =>
        toggle<Like>(
          (idempotencyKey) => send({ ...LIKE, body: { idPublication: id }, idempotencyKey }),
          key,
          (answer) => answer.liked === liked,
        ),
      extraOptions: { networkFailure: 'Error when making the request to like the post.' },
      async onQueryStarted({ id, liked }, { dispatch, queryFulfilled }) {
        dispatch(changePost(id, showLike(liked)));
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) dispatch(changePost(id, showLike(!liked)));
        else {
          const { likes } = answer.data;
          dispatch(changePost(id, (post) => Object.assign(post, { liked: answer.data.liked, likes })));
        }
      },
    }),

    deletePost: build.mutation<{ message: string }, Pick<Post, 'id' | 'idParent'>>({
      query: ({ id }) => ({ url: `/api/publication/${encodeURIComponent(id)}`, method: 'DELETE' }),
      extraOptions: { networkFailure: 'Error making request when deleting publication.', everyMessage: true },
      async onQueryStarted({ id, idParent }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(removePost(id));
        if (idParent) dispatch(refreshPost(idParent));
      },
    }),
  }),
});

export const { useCreatePostMutation, useLikePostMutation, useDeletePostMutation } = postWrites;
