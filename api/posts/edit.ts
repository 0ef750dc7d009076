import { editPost, listPostVersions } from '../../application/posts.ts';
import { editPublication, getPostHistory } from '../../contract/posts.ts';
import { postNotFound } from '../../domain/posts/rules.ts';
import { findPostById, findPostUnlessBlocked } from '../../projections/posts/posts/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { THROTTLE_RULES } from '../http/throttling.ts';

/** Creates the routes that edit a post and list its versions. Everybody who can see a post can see its history. */
export const createEditRoutes = (system: ApiSystem): readonly Route[] => [
  defineRoute(
    editPublication,
    async ({ caller, params, body, createContext, confirm }) => {
      const context = createContext();
      const { text } = body;
      const { events } = await confirm(await editPost(system, caller, { postId: params.id, text }, context));
      const post = await findPostById(system.pool, caller, params.id);
      if (!post) throw createNotFoundFailure(postNotFound);
      // The read model may not contain the edit yet.
      return events.length > 0 ? { ...post, text, modDate: context.occurredAt } : post;
    },
    [THROTTLE_RULES.posts],
  ),

  defineRoute(getPostHistory, async ({ caller, params }) => {
    if (!(await findPostUnlessBlocked(system.pool, caller, params.id)))
      throw createNotFoundFailure(postNotFound);
    return listPostVersions(system, params.id);
  }),
];
