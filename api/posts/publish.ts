import { publishPost } from '../../application/posts.ts';
import { createPublication } from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import type { AcceptedCommand } from '../../domain/handle.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { postNotFound } from '../../domain/posts/rules.ts';
import type { PostState } from '../../domain/posts/state.ts';
import { findPostById } from '../../projections/posts/posts/query.ts';
import { type Caller, toProfileSummary } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { THROTTLE_RULES } from '../http/throttling.ts';

/** Creates the response for a new post. The read model may not contain the post yet. */
export const createPostResponse = (
  caller: Caller,
  { id, text, idParent, pubDate }: Pick<Post, 'id' | 'text' | 'idParent' | 'pubDate'>,
): Post => ({
  id,
  text,
  creatorData: toProfileSummary(caller),
  pubDate,
  modDate: pubDate,
  comments: 0,
  likes: 0,
  views: 0,
  liked: false,
  idParent,
});

/**
 * Returns the post for a publish request; for a repeated one, the post from the read model if it is there.
 * @throws ApiFailure 404 when the post was deleted or erased before the request was repeated
 */
export async function loadPublishedPost(
  system: ApiSystem,
  caller: Caller,
  { state, events }: AcceptedCommand<PostState, PostEvent>,
  newPost: Post,
): Promise<Post> {
  const existingPost = events.length > 0 ? null : await findPostById(system.pool, caller, newPost.id);
  if (!existingPost && state.status !== 'PUBLISHED') throw createNotFoundFailure(postNotFound);
  return existingPost ?? newPost;
}

/** Creates the route that publishes a post. The command id is the post id, so a repeated request finds the post. */
export const createPublishRoute = (system: ApiSystem): Route =>
  defineRoute(
    createPublication,
    ({ caller, body, createContext, confirm, runIdempotently }) =>
      runIdempotently(async (postId, isNew) => {
        const { text } = body;
        const parentId = body.idParent ?? null;
        const context = { ...createContext({ commandId: postId }), assumesEmptyStream: isNew };
        const post = { postId, text, parentId };
        const publishResult = await confirm(await publishPost(system, caller, post, context));
        const pubDate = context.occurredAt;
        const newPost = createPostResponse(caller, { id: postId, text, idParent: parentId, pubDate });
        return loadPublishedPost(system, caller, publishResult, newPost);
      }),
    [THROTTLE_RULES.posts],
  );
