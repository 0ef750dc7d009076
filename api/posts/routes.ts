import { toggleLike } from '../../application/posts.ts';
import * as contract from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { missingPost } from '../../domain/posts/rules.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/posts/posts/query.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, notFound } from '../http/failure.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { type AnyRoute, route, sharedRoute } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { editRoutes } from './edit.ts';
import { canDelete } from './policy.ts';
import { publishRoute } from './publish.ts';
import type { ViewCounter } from './views.ts';

/** Post routes. Posts in a feed, on a profile or requested by id count as viewed; replies do not. */
export function postRoutes(system: ApiSystem, views: ViewCounter): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  const loadMarks = query.createReaderMarksLoader(pool);

  async function markLiked(caller: Caller, posts: readonly Post[]): Promise<readonly Post[] | null> {
    const postIds = posts.map(({ id }) => id);
    const { liked, seesDifferently } = await loadMarks({ accountId: caller.id, postIds });
    return seesDifferently ? null : posts.map((post) => ({ ...post, liked: liked.has(post.id) }));
  }

  const SHARED_PAGE = { onDelivered: views.recordViews, personalize: markLiked };

  return [
    publishRoute(system),
    ...editRoutes(system),

    sharedRoute(
      contract.forYouPublications,
      async (request) => {
        const page = await query.listForYouPosts(
          withReadPosition(pool, request),
          request.caller,
          toPaging(request.query),
        );
        return respondWithPage(page, request);
      },
      SHARED_PAGE,
    ),

    sharedRoute(
      contract.followingPublications,
      async (request) => {
        const page = await query.listFollowingPosts(
          withReadPosition(pool, request),
          request.caller,
          toPaging(request.query),
        );
        return respondWithPage(page, request);
      },
      { isPerAccount: true, onDelivered: views.recordViews },
    ),

    sharedRoute(
      contract.profilePublications,
      async (request) => {
        const { caller, params } = request;
        const page = await query.listProfilePosts(
          withReadPosition(pool, request),
          caller,
          params.profile,
          toPaging(request.query),
        );
        if (page.items.length === 0 && !(await findProfileByKey(pool, caller, params.profile)))
          throw notFound(profileNotFound);
        return respondWithPage(page, request);
      },
      SHARED_PAGE,
    ),

    sharedRoute(
      contract.getPost,
      async (request) => {
        const post = await query.findShownPost(
          withReadPosition(pool, request),
          request.caller,
          request.params.id,
        );
        if (!post) throw notFound(missingPost);
        return post;
      },
      {
        onDelivered: (request, post) => views.recordViews(request, [post]),
        personalize: async (caller, post) => (await markLiked(caller, [post]))?.[0] ?? null,
      },
    ),

    sharedRoute(
      contract.getReplies,
      async (request) => {
        const { caller, params } = request;
        const { page, cursor } = request.query;
        const db = withReadPosition(pool, request);
        if (page === undefined && cursor === undefined) {
          const replies = await query.listAllReplies(db, caller, params.id);
          if (!replies) throw notFound(missingPost);
          return respondWithPage(replies, request);
        }
        if (!(await query.findShownPost(db, caller, params.id))) throw notFound(missingPost);
        return respondWithPage(
          await query.listReplies(db, caller, params.id, toPaging(request.query)),
          request,
        );
      },
      { personalize: markLiked },
    ),

    route(contract.likePublication, ({ caller, body, command, confirm, runIdempotently }) =>
      runIdempotently(async (commandId, isNew) => {
        const { idPublication } = body;
        const toggled = await toggleLike(system, caller, idPublication, { ...command(commandId), isNew });
        const { state } = await confirm(toggled);
        const now = await query.findLikes(pool, caller, idPublication);
        return { idPublication, liked: state.liked, likes: now?.likes ?? 0 };
      }),
    ),

    route(contract.deletePublication, async ({ caller, params, command, execute }) => {
      const { state } = await handler.load(postDecider, params.id);
      if (state.status !== 'published') throw notFound(missingPost);
      if (!canDelete(caller, state.authorId)) {
        const isShown = (await query.findShownPost(pool, caller, params.id)) !== null;
        throw isShown ? forbidden() : notFound(missingPost);
      }
      const staff = caller.id !== state.authorId;
      const context = command(ids.next(), { staff });
      const remove = { type: 'DeletePost', postId: params.id } as const;
      await execute(postDecider, params.id, remove, context);
      return { message: 'Post deleted sucesfull' };
    }),
  ];
}
