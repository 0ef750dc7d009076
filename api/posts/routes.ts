import { deletePost, toggleLike } from '../../application/posts.ts';
import * as contract from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { postNotFound } from '../../domain/posts/rules.ts';
import * as query from '../../projections/posts/posts/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { defineRoute, defineSharedRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createEditRoutes } from './edit.ts';
import { canDeletePost, createDeletionRefusal } from './policy.ts';
import { createPublishRoute } from './publish.ts';
import type { ViewCounter } from './views.ts';

/** Creates the post routes. Listed and requested posts count as viewed; replies do not. */
export function createPostRoutes(system: ApiSystem, viewCounter: ViewCounter): readonly Route[] {
  const { pool, handler } = system;

  const loadViewerPostState = query.createViewerPostStateLoader(pool);

  async function personalizePosts(caller: Caller, posts: readonly Post[]): Promise<readonly Post[] | null> {
    const postIds = posts.map(({ id }) => id);
    const { liked, hasPersonalView } = await loadViewerPostState({ accountId: caller.id, postIds });
    return hasPersonalView ? null : posts.map((post) => ({ ...post, liked: liked.has(post.id) }));
  }

  const sharedPageOptions = { onDelivered: viewCounter.recordViews, personalize: personalizePosts };

  return [
    createPublishRoute(system),
    ...createEditRoutes(system),

    defineSharedRoute(
      contract.forYouPublications,
      async (request) => {
        const { page, cursor = null } = request.query;
        const paging = page === undefined || cursor !== null ? { cursor } : { page };
        const db = withReadPosition(pool, request);
        return respondWithPage(await query.listForYouPosts(db, request.caller, paging), request);
      },
      sharedPageOptions,
    ),

    defineSharedRoute(
      contract.followingPublications,
      async (request) => {
        const db = withReadPosition(pool, request);
        const page = await query.listFollowingPosts(db, request.caller, toPaging(request.query));
        return respondWithPage(page, request);
      },
      { isPerAccount: true, onDelivered: viewCounter.recordViews },
    ),

    defineSharedRoute(
      contract.profilePublications,
      async (request) => {
        const { caller, params } = request;
        const db = withReadPosition(pool, request);
        const page = await query.listProfilePosts(db, caller, params.profile, toPaging(request.query));
        if (page.items.length === 0) await loadProfile(pool, caller, params.profile);
        return respondWithPage(page, request);
      },
      sharedPageOptions,
    ),

    defineSharedRoute(
      contract.getPost,
      async (request) => {
        const db = withReadPosition(pool, request);
        const post = await query.findPostUnlessBlocked(db, request.caller, request.params.id);
        if (!post) throw createNotFoundFailure(postNotFound);
        return post;
      },
      {
        onDelivered: (request, post) => viewCounter.recordViews(request, [post]),
        personalize: async (caller, post) => (await personalizePosts(caller, [post]))?.[0] ?? null,
      },
    ),

    defineSharedRoute(
      contract.getReplies,
      async (request) => {
        const { caller, params } = request;
        const { page, cursor } = request.query;
        const db = withReadPosition(pool, request);
        if (page === undefined && cursor === undefined) {
          const replies = await query.listAllReplies(db, caller, params.id);
          if (!replies) throw createNotFoundFailure(postNotFound);
          return respondWithPage(replies, request);
        }
        if (!(await query.findPostUnlessBlocked(db, caller, params.id)))
          throw createNotFoundFailure(postNotFound);
        const replies = await query.listReplies(db, caller, params.id, toPaging(request.query));
        return respondWithPage(replies, request);
      },
      { personalize: personalizePosts },
    ),

    defineRoute(contract.likePublication, ({ caller, body, createContext, confirm, runIdempotently }) =>
      runIdempotently(async (commandId, isNew) => {
        const { idPublication } = body;
        const context = { ...createContext({ commandId }), isNew };
        const { state } = await confirm(await toggleLike(system, caller, idPublication, context));
        const currentLikes = await query.findLikes(pool, caller, idPublication);
        return { idPublication, liked: state.liked, likes: currentLikes?.likes ?? 0 };
      }),
    ),

    defineRoute(contract.deletePublication, async ({ caller, params, createContext, confirm }) => {
      const { state } = await handler.load(postDecider, params.id);
      if (state.status !== 'PUBLISHED') throw createNotFoundFailure(postNotFound);
      if (!canDeletePost(caller, state.authorId)) {
        const isShown = (await query.findPostUnlessBlocked(pool, caller, params.id)) !== null;
        throw isShown ? createDeletionRefusal(caller) : createNotFoundFailure(postNotFound);
      }
      const isStaff = caller.id !== state.authorId;
      const context = createContext({ isStaff });
      await confirm(await deletePost(system, params.id, context));
      return { message: 'Post deleted sucesfull' };
    }),
  ];
}
