import type { followingPublications } from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import * as query from '../../projections/posts/posts/query.ts';
import type { Caller } from '../http/caller.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import type { ReadCache } from '../http/read-cache.ts';
import type { RouteRequest } from '../http/route.ts';
import { takeSharedHeaders } from '../http/shared-response.ts';
import type { ApiSystem } from '../http/system.ts';

type FollowingRequest = RouteRequest<typeof followingPublications>;

/** Returns posts as an account sees them, or null when they do not follow from what visitors see. */
export type Personalize = (caller: Caller, posts: readonly Post[]) => Promise<readonly Post[] | null>;

/**
 * Creates the reader of the Following feed. The ids of a page belong to the reader; the posts are shared with visitors.
 */
export function createFollowingReader(
  { pool, readCache }: Pick<ApiSystem, 'pool' | 'readCache'>,
  personalize: Personalize,
): (request: FollowingRequest) => Promise<readonly Post[]> {
  async function readOwn(request: FollowingRequest): Promise<readonly Post[]> {
    const db = withReadPosition(pool, request);
    return respondWithPage(
      await query.listFollowingPosts(db, request.caller, toPaging(request.query)),
      request,
    );
  }

  async function readShared(
    request: FollowingRequest,
    caller: Caller,
    cache: ReadCache,
  ): Promise<readonly Post[] | null> {
    const { http } = request;
    const page = { route: 'posts', key: JSON.stringify(['following', caller.id, request.query]) };
    if (!cache.isWorthSharing(page)) return null;
    const { items: ids, next } = await query.listFollowingIds(pool, caller, toPaging(request.query));
    if (ids.length === 0) return [];
    const key = { route: 'posts', key: JSON.stringify(['posts', ids]) };
    const { answer, headers } = await cache.getOrCompute(key, async () => {
      const posts = await query.loadPosts(withReadPosition(pool, request), null, ids);
      return { answer: posts, headers: takeSharedHeaders(http) };
    });
    const posts = answer as readonly Post[];
    const own = posts.length === ids.length ? await personalize(caller, posts) : null;
    if (!own) return null;
    http.set(headers);
    return respondWithPage({ items: own, next }, request);
  }

  return async (request) => {
    const { caller } = request;
    const canShare = caller !== null && !caller.staff && readCache !== null;
    return (canShare && (await readShared(request, caller, readCache))) || readOwn(request);
  };
}
