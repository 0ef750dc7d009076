import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { createRequest, type ResponseOf } from './endpoints.ts';
import { getReadPosition } from './entities.ts';
import { applyOptimisticPatch } from './optimistic-patch.ts';
import { refreshPost, removePost } from './post-changes.ts';
import { postsApi } from './post-reads.ts';
import { postAdded } from './posts.ts';
import { selectEntity } from './stored-entities.ts';
import { sendToggle } from './toggle.ts';

type LikeResponse = ResponseOf<typeof postsEndpoints.likePublication>;

/** Arguments of a like: the post and the desired state. */
export interface LikeToggle extends Pick<Post, 'id' | 'liked'> {
  readonly idempotencyKey: string;
}

/** Write endpoints for posts, with their optimistic updates. */
export const postMutations = postsApi
  .enhanceEndpoints({
    endpoints: {
      createPublication: {
        extraOptions: { networkFailure: 'shared:failures.createPost' },
        async onQueryStarted(_, { dispatch, queryFulfilled, getState }) {
          const response = await queryFulfilled.catch(() => null);
          if (!response) return;
          const { id } = response.data;
          const position = getReadPosition(response.meta) ?? Number.POSITIVE_INFINITY;
          dispatch(postAdded({ id, position }));
          const idParent = selectEntity(getState() as never, 'post', id)?.idParent;
          if (idParent) void dispatch(refreshPost(idParent));
        },
      },
      deletePublication: {
        extraOptions: {
          networkFailure: 'post-actions:failure',
          shouldShowAllMessages: true,
        },
        async onQueryStarted({ id }, { dispatch, queryFulfilled, getState }) {
          const idParent = selectEntity(getState() as never, 'post', id)?.idParent;
          const response = await queryFulfilled.catch(() => null);
          if (!response) return;
          dispatch(removePost(id));
          if (idParent) void dispatch(refreshPost(idParent));
        },
      },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      toggleLike: build.mutation<LikeResponse, LikeToggle>({
        queryFn: ({ id, liked, idempotencyKey }, _api, _options, send) =>
          sendToggle<LikeResponse>(
            (key) =>
              send(createRequest(postsEndpoints.likePublication, { idPublication: id, idempotencyKey: key })),
            idempotencyKey,
            (response) => response.liked === liked,
          ),
        extraOptions: { networkFailure: 'shared:failures.like' },
        onQueryStarted: ({ id, liked }, lifecycle) =>
          applyOptimisticPatch(
            {
              entity: 'post',
              id,
              change: { liked },
              getResult: ({ liked: isLiked, likes }: LikeResponse) => ({ liked: isLiked, likes }),
            },
            lifecycle,
          ),
      }),
    }),
  });

export const { useCreatePublicationMutation, useToggleLikeMutation, useDeletePublicationMutation } =
  postMutations;
