import { editPost, listPostVersions } from '../../application/posts.ts';
import { editPublication, getPostHistory } from '../../contract/posts.ts';
import { missingPost } from '../../domain/posts/rules.ts';
import { findPostById, findShownPost } from '../../projections/posts/posts/query.ts';
import { notFound } from '../http/failure.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { THROTTLE_RULES } from '../http/throttling.ts';

/** Routes that edit a post and list its texts. Who sees a post sees its history. */
export const editRoutes = (system: ApiSystem): readonly AnyRoute[] => [
  route(
    editPublication,
    async ({ caller, params, body, command, confirm }) => {
      const context = command(system.ids.next());
      const { text } = body;
      const { events } = await confirm(await editPost(system, caller, { postId: params.id, text }, context));
      const post = await findPostById(system.pool, caller, params.id);
      if (!post) throw notFound(missingPost);
      // The read model may be behind.
      return events.length > 0 ? { ...post, text, modDate: context.occurredAt } : post;
    },
    [THROTTLE_RULES.posts],
  ),

  route(getPostHistory, async ({ caller, params }) => {
    if (!(await findShownPost(system.pool, caller, params.id))) throw notFound(missingPost);
    return listPostVersions(system, params.id);
  }),
];
