import * as contract from '../../contract/search.ts';
import type { Post } from '../../contract/shapes.ts';
import * as query from '../../projections/search/entries/query.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { ViewCounter } from '../posts/views.ts';

/**
 * Creates the search routes. Responses are not cached, because most search texts are unique. Posts in tag lists count
 * as viewed, posts in search results do not.
 */
export function createSearchRoutes({ pool }: ApiSystem, viewCounter: ViewCounter): readonly Route[] {
  return [
    defineRoute(contract.search, async (request) => {
      const { q, type, ...paging } = request.query;
      const db = withReadPosition(pool, request);
      if (type === undefined) return query.searchAll(db, request.caller, q, contract.OVERVIEW_LIMIT);
      return respondWithPage(
        await query.searchByType(db, request.caller, type, q, toPaging(paging)),
        request,
      );
    }),

    defineRoute(contract.taggedPublications, async (request) => {
      const { caller, params } = request;
      const db = withReadPosition(pool, request);
      const page = await query.listPostsWithTag(db, caller, params.tag, toPaging(request.query));
      const posts: readonly Post[] = respondWithPage(page, request);
      viewCounter.recordViews(request, posts);
      return posts;
    }),
  ];
}
