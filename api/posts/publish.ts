import type { Instant, PostId } from '../../domain/kernel/ids.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { missingPost } from '../../domain/posts/rules.ts';
import { postById } from '../../projections/posts/posts/query.ts';
import { createPublication } from '../contract/posts.ts';
import type { Post } from '../contract/shapes.ts';
import { type Caller, summaryOf } from '../http/caller.ts';
import { missing, rejected } from '../http/failure.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { rules } from '../http/throttling.ts';
import { demandNoBlock } from '../social-graph/policy.ts';

/** A post that nobody has seen yet. */
const freshPost = (
  caller: Caller,
  id: PostId,
  text: string,
  idParent: PostId | null,
  pubDate: Instant,
): Post => ({
  id,
  text,
  creatorData: summaryOf(caller),
  pubDate,
  modDate: pubDate,
  comments: 0,
  likes: 0,
  views: 0,
  liked: false,
  idParent,
});

/** Publishing. The id of the post is that of its command, so that a repeated request finds it again. */
export const publishRoute = (system: ApiSystem): AnyRoute =>
  route(
    createPublication,
    ({ caller, body, command, visible, once }) =>
      once(async (postId) => {
        const { text } = body;
        const parentId = body.idParent ?? null;
        const parent = parentId && (await postById(system.pool, caller, parentId));
        if (parentId && !parent) throw missing(missingPost);
        if (parent) await demandNoBlock(system, caller.id, parent.creatorData.id);
        const publish = {
          type: 'PublishPost',
          postId,
          authorId: caller.id,
          text,
          parentId,
          ...(parent && { parentAuthorId: parent.creatorData.id }),
        } as const;
        const context = command(postId);
        const handled = await system.handler.handle(postDecider, postId, publish, context);
        if (!handled.accepted) throw rejected(handled.rejection);
        await visible(handled.position, 'posts', 'notifications');
        const known = handled.events.length > 0 ? null : await postById(system.pool, caller, postId);
        if (!known && handled.state.status !== 'published') throw missing(missingPost);
        // A repeated request finds no row while the read model is behind; its answer is that of the first then.
        return known ?? freshPost(caller, postId, text, parentId, context.occurredAt);
      }),
    [rules.posts],
  );
