import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { type AnswerFor, requestOf } from './endpoints.ts';
import { positionOf } from './entities.ts';
import { refreshPost, removePost } from './post-changes.ts';
import { postReads } from './post-reads.ts';
import { type Patch, patchDropped, postAdded, postPatched, selectPosition, selectPost } from './posts.ts';
import { toggle } from './toggle.ts';

type Like = AnswerFor<typeof postsEndpoints.likePublication>;

/** Arguments of a like: the post and the wanted state. */
export interface LikeToggle extends Pick<Post, 'id' | 'liked'> {
  readonly idempotencyKey: string;
}

/** Write endpoints of posts, with their optimistic updates. */
export const postWrites = postReads
  .enhanceEndpoints({
    endpoints: {
      createPublication: {
        extraOptions: { networkFailure: 'shared:failures.createPost' },
        async onQueryStarted(_, { dispatch, queryFulfilled, getState }) {
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          const { id } = answer.data;
          const position = positionOf(answer.meta) ?? Number.POSITIVE_INFINITY;
          dispatch(postAdded({ id, position }));
          const idParent = selectPost(getState() as never, id)?.idParent;
          if (idParent) void dispatch(refreshPost(idParent));
        },
      },
      deletePublication: {
        extraOptions: {
          networkFailure: 'shared:failures.deletePost',
          everyMessage: true,
        },
        async onQueryStarted({ id }, { dispatch, queryFulfilled, getState }) {
          const idParent = selectPost(getState() as never, id)?.idParent;
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          dispatch(removePost(id));
          if (idParent) void dispatch(refreshPost(idParent));
        },
      },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Optimistic update; reverted when the server rejects it. */
      toggleLike: build.mutation<Like, LikeToggle>({
        queryFn: ({ id, liked, idempotencyKey }, _api, _options, send) =>
          toggle<Like>(
            (key) =>
              send(requestOf(postsEndpoints.likePublication, { idPublication: id, idempotencyKey: key })),
            idempotencyKey,
            (answer) => answer.liked === liked,
          ),
        extraOptions: { networkFailure: 'shared:failures.like' },
        async onQueryStarted({ id, liked }, { dispatch, queryFulfilled, getState, requestId }) {
          const show = (change: Patch['change'], position: number) =>
            dispatch(postPatched({ id, patch: { id: requestId, position, change } }));
          show({ liked }, Number.POSITIVE_INFINITY);
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) dispatch(patchDropped({ id, patchId: requestId }));
          else {
            const { likes, liked: isLiked } = answer.data;
            show(
              { liked: isLiked, likes },
              positionOf(answer.meta) ?? selectPosition(getState() as never, id),
            );
          }
        },
      }),
    }),
  });

export const { useCreatePublicationMutation, useToggleLikeMutation, useDeletePublicationMutation } =
  postWrites;
