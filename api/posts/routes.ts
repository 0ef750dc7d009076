import { missingProfile } from '../../domain/accounts/rules.ts';
import { likeDecider, likeId, postDecider } from '../../domain/posts/decide.ts';
import { missingPost } from '../../domain/posts/rules.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/posts/posts/query.ts';
import * as contract from '../contract/posts.ts';
import type { Post } from '../contract/shapes.ts';
import { forbidden, missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { demandNoBlock } from '../social-graph/policy.ts';
import { mayDelete } from './policy.ts';
import { publishRoute } from './publish.ts';
import type { ViewCounter } from './views.ts';

/** Routes of posts. Posts that are delivered in a feed, on a profile or as a detail count as seen. */
export function postRoutes(system: ApiSystem, views: ViewCounter): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  const seen = <Delivered extends readonly Post[]>(request: RouteRequest, posts: Delivered): Delivered => {
    views.saw(request, posts);
    return posts;
  };

  return [
    publishRoute(system),

    route(contract.forYouPublications, async (request) => {
      const page = await query.forYouPage(pool, request.caller, pagingOf(request.query));
      return seen(request, itemsOf(page, request));
    }),

    route(contract.followingPublications, async (request) => {
      const page = await query.followingPage(pool, request.caller, pagingOf(request.query));
      return seen(request, itemsOf(page, request));
    }),

    route(contract.profilePublications, async (request) => {
      const { caller, params } = request;
      const profile = await profileByKey(pool, caller, params.profile);
      if (!profile) throw missing(missingProfile);
      const page = await query.profilePostsPage(pool, caller, profile.id, pagingOf(request.query));
      return seen(request, itemsOf(page, request));
    }),

    route(contract.getPost, async (request) => {
      const post = await query.shownPost(pool, request.caller, request.params.id);
      if (!post) throw missing(missingPost);
      seen(request, [post]);
      return post;
    }),

    route(contract.getReplies, async (request) => {
      const { caller, params } = request;
      const { page, cursor } = request.query;
      if (!(await query.shownPost(pool, caller, params.id))) throw missing(missingPost);
      const replies =
        page === undefined && cursor === undefined
          ? query.allReplies(pool, caller, params.id)
          : query.repliesPage(pool, caller, params.id, pagingOf(request.query));
      return itemsOf(await replies, request);
    }),

    route(contract.likePublication, ({ caller, body, command, visible, once }) =>
      once(async (commandId) => {
        const { idPublication } = body;
        const post = await query.postById(pool, caller, idPublication);
        if (!post) throw missing(missingPost);
        const authorId = post.creatorData.id;
        await demandNoBlock(system, caller.id, authorId);
        const toggle = { type: 'ToggleLike', postId: idPublication, accountId: caller.id, authorId } as const;
        const stream = likeId(idPublication, caller.id);
        const handled = await handler.handle(likeDecider, stream, toggle, command(commandId));
        if (!handled.accepted) throw rejected(handled.rejection);
        await visible(handled.position, 'posts', 'notifications');
        const now = await query.likesOf(pool, caller, idPublication);
        return { idPublication, liked: handled.state.liked, likes: now?.likes ?? 0 };
      }),
    ),

    route(contract.deletePublication, async ({ caller, params, command, visible }) => {
      const { state } = await handler.load(postDecider, params.id);
      if (state.status !== 'published') throw missing(missingPost);
      if (!mayDelete(caller, state.authorId)) {
        const isShown = (await query.shownPost(pool, caller, params.id)) !== null;
        throw isShown ? forbidden() : missing(missingPost);
      }
      const staff = caller.id !== state.authorId;
      const context = command(ids.next(), { staff });
      const remove = { type: 'DeletePost', postId: params.id } as const;
      const handled = await handler.handle(postDecider, params.id, remove, context);
      if (!handled.accepted) throw rejected(handled.rejection);
      await visible(handled.position, 'posts', 'notifications', 'actions');
      return { message: 'Post deleted sucesfull' };
    }),
  ];
}
