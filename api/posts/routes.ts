import { toggleLike } from '../../application/posts.ts';
import * as contract from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { missingPost } from '../../domain/posts/rules.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/posts/posts/query.ts';
import { forbidden, missing } from '../http/failure.ts';
import { announcingPosition, itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { mayDelete } from './policy.ts';
import { publishRoute } from './publish.ts';
import type { ViewCounter } from './views.ts';

/** Post routes. Posts in a feed, on a profile or requested by id count as viewed; replies do not. */
export function postRoutes(system: ApiSystem, views: ViewCounter): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  const seen = <Delivered extends readonly Post[]>(request: RouteRequest, posts: Delivered): Delivered => {
    views.saw(request, posts);
    return posts;
  };

  return [
    publishRoute(system),

    route(contract.forYouPublications, async (request) => {
      const page = await query.forYouPage(
        announcingPosition(pool, request),
        request.caller,
        pagingOf(request.query),
      );
      return seen(request, itemsOf(page, request));
    }),

    route(contract.followingPublications, async (request) => {
      const page = await query.followingPage(
        announcingPosition(pool, request),
        request.caller,
        pagingOf(request.query),
      );
      return seen(request, itemsOf(page, request));
    }),

    route(contract.profilePublications, async (request) => {
      const { caller, params } = request;
      const page = await query.profilePostsPage(
        announcingPosition(pool, request),
        caller,
        params.profile,
        pagingOf(request.query),
      );
      if (page.items.length === 0 && !(await profileByKey(pool, caller, params.profile)))
        throw missing(missingProfile);
      return seen(request, itemsOf(page, request));
    }),

    route(contract.getPost, async (request) => {
      const post = await query.shownPost(
        announcingPosition(pool, request),
        request.caller,
        request.params.id,
      );
      if (!post) throw missing(missingPost);
      seen(request, [post]);
      return post;
    }),

    route(contract.getReplies, async (request) => {
      const { caller, params } = request;
      const { page, cursor } = request.query;
      const db = announcingPosition(pool, request);
      if (page === undefined && cursor === undefined) {
        const replies = await query.allReplies(db, caller, params.id);
        if (!replies) throw missing(missingPost);
        return itemsOf(replies, request);
      }
      if (!(await query.shownPost(db, caller, params.id))) throw missing(missingPost);
      return itemsOf(await query.repliesPage(db, caller, params.id, pagingOf(request.query)), request);
    }),

    route(contract.likePublication, ({ caller, body, command, confirm, once }) =>
      once(async (commandId, isNew) => {
        const { idPublication } = body;
        const toggled = await toggleLike(system, caller, idPublication, { ...command(commandId), isNew });
        const { state } = await confirm(toggled);
        const now = await query.likesOf(pool, caller, idPublication);
        return { idPublication, liked: state.liked, likes: now?.likes ?? 0 };
      }),
    ),

    route(contract.deletePublication, async ({ caller, params, command, execute }) => {
      const { state } = await handler.load(postDecider, params.id);
      if (state.status !== 'published') throw missing(missingPost);
      if (!mayDelete(caller, state.authorId)) {
        const isShown = (await query.shownPost(pool, caller, params.id)) !== null;
        throw isShown ? forbidden() : missing(missingPost);
      }
      const staff = caller.id !== state.authorId;
      const context = command(ids.next(), { staff });
      const remove = { type: 'DeletePost', postId: params.id } as const;
      await execute(postDecider, params.id, remove, context);
      return { message: 'Post deleted sucesfull' };
    }),
  ];
}
