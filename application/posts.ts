/** Use cases of posts. */
import type { CommandContext, CommandResult, Handler } from '../domain/handle.ts';
import { notFound } from '../domain/kernel/decider.ts';
import type { PostId } from '../domain/kernel/ids.ts';
import { deriveLikeId, likeDecider, postDecider } from '../domain/posts/decide.ts';
import type { LikeEvent, PostEvent } from '../domain/posts/events.ts';
import { missingPost } from '../domain/posts/rules.ts';
import type { LikeState, PostState } from '../domain/posts/state.ts';
import { checkBlock } from '../domain/social-graph/relationships.ts';
import { visiblePost } from '../projections/posts/posts/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';

interface PostsSystem {
  readonly pool: Queryable;
  readonly handler: Handler;
}

/** A new post, or a comment if it has a parent. */
interface NewPost {
  readonly postId: PostId;
  readonly text: string;
  readonly parentId: PostId | null;
}

/** Publishes a post. A comment requires a visible parent and no block between the two authors. */
export async function publishPost(
  { pool, handler }: PostsSystem,
  author: Viewer,
  { postId, text, parentId }: NewPost,
  context: CommandContext,
): Promise<CommandResult<PostState, PostEvent>> {
  const publish = { type: 'PublishPost', postId, authorId: author.id, text, parentId } as const;
  if (parentId === null) return handler.handle(postDecider, postId, publish, context);
  const parent = await visiblePost(pool, author, parentId);
  if (!parent) return notFound(missingPost);
  const parentAuthorId = parent.authorId;
  const blocked = await checkBlock(handler, author.id, parentAuthorId);
  return blocked ?? handler.handle(postDecider, postId, { ...publish, parentAuthorId }, context);
}

/**
 * Likes a post, or removes the like. If the read models show no like, assumes that there is none.
 * @param context `isNew` is false when an earlier request may have executed the command
 */
export async function toggleLike(
  { pool, handler }: PostsSystem,
  account: Viewer,
  postId: PostId,
  { isNew = false, ...context }: CommandContext & { readonly isNew?: boolean },
): Promise<CommandResult<LikeState, LikeEvent>> {
  const post = await visiblePost(pool, account, postId);
  if (!post) return notFound(missingPost);
  const { authorId } = post;
  const blocked = await checkBlock(handler, account.id, authorId);
  if (blocked) return blocked;
  const toggle = { type: 'ToggleLike', postId, accountId: account.id, authorId } as const;
  const assumesEmptyStream = isNew && !post.liked;
  return handler.handle(likeDecider, deriveLikeId(postId, account.id), toggle, {
    ...context,
    assumesEmptyStream,
  });
}
