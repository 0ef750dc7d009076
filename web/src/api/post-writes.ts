import type { AnswerOf, BodyOf } from '../../../api/contract/call.ts';
import type { createPublication, likePublication } from '../../../api/contract/posts.ts';
import type { Post } from '../../../api/contract/shapes.ts';
import { kindraApi } from './base.ts';
import { addPost, changePost, refreshPost, removePost } from './post-cache.ts';

type Like = AnswerOf<typeof likePublication>;

/** What creating a post takes; the same key for the same text makes sending it again harmless. */
export type NewPost = BodyOf<typeof createPublication> & { readonly key: string };

/** Takes a like back, or gives it. */
function flipLike(post: Post): void {
  post.liked = !post.liked;
  post.likes = Math.max(0, post.likes + (post.liked ? 1 : -1));
}

const postWrites = kindraApi.injectEndpoints({
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
    likePost: build.mutation<Like, { readonly id: string; readonly key: string }>({
      query: ({ id, key }) => ({
        url: '/api/likePublication',
        method: 'POST',
        body: { idPublication: id },
        idempotencyKey: key,
      }),
      extraOptions: { networkFailure: 'Error when making the request to like the post.' },
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        dispatch(changePost(id, flipLike));
        const answer = await queryFulfilled.catch(() => null);
        dispatch(
          changePost(id, (post) => {
            if (answer) Object.assign(post, { liked: answer.data.liked, likes: answer.data.likes });
            else flipLike(post);
          }),
        );
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
