import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import { forbid, notFound, type Rejected } from '../domain/kernel/decider.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { type AccountId, type Instant, type PostId, toStreamName } from '../domain/kernel/ids.ts';
import type { EventLog } from '../domain/ports/event-log.ts';
import { deriveLikeId, likeDecider, postDecider } from '../domain/posts/decide.ts';
import type { PostEvent } from '../domain/posts/events.ts';
import { onlyAuthorEdits, postNotFound } from '../domain/posts/rules.ts';
import { INITIAL_POST } from '../domain/posts/state.ts';
import { checkBlock } from '../domain/social-graph/relationships.ts';
import { findVisiblePost } from '../projections/posts/posts/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';
import { handleAndDeletePicture, type PictureDependencies } from './pictures.ts';

interface PostsDependencies {
  readonly pool: Queryable;
  readonly handler: Handler;
}

/** A new post, or a comment if it has a parent. */
interface NewPost {
  readonly postId: PostId;
  readonly text: string;
  readonly parentId: PostId | null;
}

/** A post to which an account can react, and its author. */
type ReactablePost = NonNullable<Awaited<ReturnType<typeof findVisiblePost>>>;

/**
 * Finds a post and checks that the account is allowed to react to it: the post must be visible, and neither its author
 * nor the account may block the other. If this process has the post in its cache, it reads both at the same time.
 */
async function findReactablePost(
  { pool, handler }: PostsDependencies,
  account: Viewer,
  postId: PostId,
): Promise<ReactablePost | Rejected> {
  const cachedPost = handler.getCached(postDecider, postId) ?? INITIAL_POST;
  const checkAuthor = (authorId: AccountId) => checkBlock(handler, account.id, authorId);
  const [post, earlyRejection] = await Promise.all([
    findVisiblePost(pool, account, postId),
    cachedPost.status === 'NONE' ? undefined : checkAuthor(cachedPost.authorId),
  ]);
  if (!post) return notFound(postNotFound);
  const rejection = earlyRejection === undefined ? await checkAuthor(post.authorId) : earlyRejection;
  return rejection ?? post;
}

/** Publishes a post. Rejects a comment if its parent is not visible, or if either author blocks the other. */
export async function publishPost(
  dependencies: PostsDependencies,
  author: Viewer,
  { postId, text, parentId }: NewPost,
  context: CommandContext,
): Promise<ResultOf<typeof postDecider>> {
  const { handler } = dependencies;
  const publishCommand = { type: 'PublishPost', postId, authorId: author.id, text, parentId } as const;
  if (parentId === null) return handler.handle(postDecider, postId, publishCommand, context);
  const parent = await findReactablePost(dependencies, author, parentId);
  if ('rejection' in parent) return parent;
  return handler.handle(postDecider, postId, { ...publishCommand, parentAuthorId: parent.authorId }, context);
}

/** Replaces the text of a post. Only its author is allowed to do so. */
export async function editPost(
  { pool, handler }: PostsDependencies,
  author: Viewer,
  { postId, text }: Pick<NewPost, 'postId' | 'text'>,
  context: CommandContext,
): Promise<ResultOf<typeof postDecider>> {
  const post = await findVisiblePost(pool, author, postId);
  if (!post) return notFound(postNotFound);
  if (post.authorId !== author.id) return forbid(onlyAuthorEdits);
  const { publishedAt } = post;
  const editCommand = { type: 'EditPost', postId, text, publishedAt, editedAt: context.occurredAt } as const;
  return handler.handle(postDecider, postId, editCommand, context);
}

/** Deletes a post, then its picture; see `handleAndDeletePicture`. */
export async function deletePost(
  { handler, privateData }: Pick<PictureDependencies, 'privateData'> & { readonly handler: Handler },
  postId: PostId,
  context: CommandContext,
): Promise<ResultOf<typeof postDecider>> {
  const { state } = await handler.load(postDecider, postId);
  const hasPicture = state.status !== 'NONE' && state.hasPicture;
  return handleAndDeletePicture({ privateData }, hasPicture ? postId : null, () =>
    handler.handle(postDecider, postId, { type: 'DeletePost', postId }, context),
  );
}

/** Lists the versions of a post with the time each became visible, newest first. */
export async function listPostVersions(
  { log }: { readonly log: Pick<EventLog, 'readStream'> },
  postId: PostId,
): Promise<readonly { readonly text: string; readonly dateTime: Instant }[]> {
  const events = await log.readStream(toStreamName(postDecider.category, postId));
  return (events as readonly RecordedEvent<PostEvent>[])
    .filter((event) => event.type === 'PostPublished' || event.type === 'PostEdited')
    .map(({ data, metadata }) => ({ text: data.text, dateTime: metadata.occurredAt }))
    .reverse();
}

/**
 * Likes a post, or removes the like. If a command is new and the read models contain no like of the post by the
 * account, the command is decided without reading the stream.
 * @param context `isNew` is false if an earlier request may already have executed the command
 */
export async function toggleLike(
  dependencies: PostsDependencies,
  account: Viewer,
  postId: PostId,
  { isNew = false, ...context }: CommandContext & { readonly isNew?: boolean },
): Promise<ResultOf<typeof likeDecider>> {
  const post = await findReactablePost(dependencies, account, postId);
  if ('rejection' in post) return post;
  const { authorId } = post;
  const toggleCommand = { type: 'ToggleLike', postId, accountId: account.id, authorId } as const;
  const assumesEmptyStream = isNew && !post.liked;
  return dependencies.handler.handle(likeDecider, deriveLikeId(postId, account.id), toggleCommand, {
    ...context,
    assumesEmptyStream,
  });
}
